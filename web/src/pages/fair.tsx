/** Fair deals in words, and for each round that this browser saw whether its deal holds. */
import { language, t } from "../i18n";
import { Icon } from "../icons";
import { Page } from "../layout";
import { type CheckedRound, checkedRounds, holds, type Verdict } from "../table/fairness";

const STEPS = [1, 2, 3, 4] as const;
const CHECKS = [
  "commitment",
  "nonce",
  "fixed",
  "order",
  "indicator",
  "hand",
  "drawn",
] as const satisfies readonly (keyof Verdict)[];

function Check({ name, value }: { name: string; value: boolean | null }) {
  const state = value === null ? "unseen" : value ? "good" : "bad";
  return (
    <li class={`check ${state}`}>
      <Icon name={value === false ? "alert" : value === null ? "away" : "check"} />
      {t(`check-${name}-${state}`)}
    </li>
  );
}

function Values({ facts, secret, nonces }: CheckedRound) {
  return (
    <details>
      <summary>{t("fair-values")}</summary>
      <dl class="values">
        <dt>{t("fair-commitment")}</dt>
        <dd>{facts.commitment}</dd>
        <dt>{t("fair-secret")}</dt>
        <dd>{secret}</dd>
        {nonces.map(({ player, nonce, source }) => (
          <div key={player}>
            <dt>{t(`fair-nonce-${source}`, { n: player + 1 })}</dt>
            <dd>{nonce}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Round({ round }: { round: CheckedRound }) {
  const { facts, verdict } = round;
  const good = holds(verdict);
  const when = new Date(facts.startedAt).toLocaleString(language.value, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <li class={`fair-round ${good ? "good" : "bad"}`}>
      <h3>
        <Icon name={good ? "check" : "alert"} />
        {t("fair-round", { n: facts.round })}
        <small>{when}</small>
      </h3>
      <ul class="checks" role="list">
        {CHECKS.map((name) => (
          <Check key={name} name={name} value={verdict[name]} />
        ))}
      </ul>
      <Values {...round} />
    </li>
  );
}

export default function FairPage() {
  const rounds = checkedRounds();
  return (
    <Page>
      <main class="prose">
        <h1>{t("fair-title")}</h1>
        <p class="lead">{t("fair-lead")}</p>
        <ol class="steps">
          {STEPS.map((n) => (
            <li key={n}>{t(`fair-step-${n}`)}</li>
          ))}
        </ol>
        <h2>{t("fair-rounds")}</h2>
        {rounds.length === 0 && <p>{t("fair-none")}</p>}
        <ul class="fair-rounds" role="list" data-testid="fair-rounds">
          {rounds.map((round) => (
            <Round key={`${round.facts.table}.${round.facts.round}`} round={round} />
          ))}
        </ul>
        <p class="hint">{t("fair-rest")}</p>
      </main>
    </Page>
  );
}
