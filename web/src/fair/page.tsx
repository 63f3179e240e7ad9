/** Fair deals in words; any match by its id or link, and the rounds that this browser saw. */
import { fairnessOf } from "../api/fairness";
import { useAnswer, useDeed } from "../ask";
import { Field, Form, Problem } from "../form";
import { momentWords } from "../format";
import { t } from "../i18n";
import { Icon } from "../icons";
import { Page } from "../layout";
import { go } from "../route";
import { checkedRounds, holds, loadFacts } from "../table/fairness";
import { type LookedAt, lookAtMatch, matchIn } from "./match";
import { Round } from "./round";

const STEPS = [1, 2, 3, 4] as const;

/** The verdict on a whole match, first and large. */
function Sum({ rounds }: { rounds: readonly LookedAt[] }) {
  const opened = rounds.filter(({ state }) => state === "good" || state === "bad");
  const bad = rounds.some(({ state }) => state === "bad");
  const state = bad ? "bad" : opened.length ? "good" : "unseen";
  const words = bad
    ? t("fair-bad")
    : opened.length
      ? t("fair-good", { n: opened.length })
      : t("fair-unopened");
  return (
    <p class={`fair-sum ${state}`} data-testid="fair-sum" data-state={state}>
      <Icon name={bad ? "alert" : opened.length ? "check" : "away"} />
      {words}
    </p>
  );
}

function Match({ id }: { id: string }) {
  const { value, problem } = useAnswer(() => fairnessOf(id), id);
  if (problem) {
    return (
      <>
        <Problem words={problem} />
        <Any />
      </>
    );
  }
  if (!value) return null;
  const rounds = lookAtMatch(value, loadFacts);
  const was = rounds.some(({ seen }) => seen !== null);
  return (
    <>
      <Sum rounds={rounds} />
      <ul class="fair-rounds" role="list" data-testid="fair-rounds">
        {rounds.map((round, i) => (
          <Round
            key={round.opened.round}
            round={round}
            names={value.names}
            open={i === 0 || round.state === "bad"}
          />
        ))}
      </ul>
      <h2>{t("fair-proves")}</h2>
      <ul class="proves">
        <li>{t("fair-proves-fixed")}</li>
        <li>{t("fair-proves-follows")}</li>
        <li>{t(was ? "fair-proves-here" : "fair-proves-elsewhere")}</li>
        <li>{t("fair-rest")}</li>
      </ul>
      <Any />
    </>
  );
}

/** The way to the deals of any match. */
function Any() {
  const deed = useDeed();
  return (
    <>
      <h2>{t("fair-any")}</h2>
      <Form
        deed={deed}
        submit={t("fair-look")}
        testId="fair-look"
        look="second"
        act={async (field) => {
          const id = matchIn(field("match"));
          if (id === null) deed.refuse(t("fair-look-bad"));
          else go(`/fair/${id}`);
        }}
      >
        <Field label={t("fair-look-field")} name="match" autocomplete="off" testId="fair-match" />
      </Form>
    </>
  );
}

/** The matches that this browser saw, each with its rounds' verdict. */
function Mine() {
  const rounds = checkedRounds();
  const tables = [...new Set(rounds.map(({ facts }) => facts.table))];
  if (tables.length === 0) return <p>{t("fair-none")}</p>;
  return (
    <ul class="fair-mine" role="list" data-testid="fair-mine">
      {tables.map((table) => {
        const own = rounds.filter(({ facts }) => facts.table === table);
        const good = own.every(({ verdict }) => holds(verdict));
        return (
          <li key={table} class={good ? "good" : "bad"}>
            <Icon name={good ? "check" : "alert"} />
            <a href={`/fair/${table}`}>{momentWords(own[0]?.facts.startedAt ?? 0)}</a>
            <small class="hint">{t("fair-mine-rounds", { n: own.length })}</small>
          </li>
        );
      })}
    </ul>
  );
}

export default function FairPage({ id }: { id: string }) {
  return (
    <Page>
      <main class="prose">
        <h1>{t(id ? "fair-match" : "fair-title")}</h1>
        {id ? (
          <>
            <p class="lead match-id">{id}</p>
            <Match id={id} />
          </>
        ) : (
          <>
            <p class="lead">{t("fair-lead")}</p>
            <ol class="steps">
              {STEPS.map((n) => (
                <li key={n}>{t(`fair-step-${n}`)}</li>
              ))}
            </ol>
            <h2>{t("fair-rounds")}</h2>
            <Mine />
            <Any />
            <p class="hint">{t("fair-rest")}</p>
          </>
        )}
      </main>
    </Page>
  );
}
