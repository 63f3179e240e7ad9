/** One round: its verdict, every check in words, the deal laid open, and the numbers behind it. */
import type { Fairness } from "../api/fairness";
import { handOf } from "../deal";
import { t } from "../i18n";
import { Icon } from "../icons";
import type { Verdict } from "../table/fairness";
import { laidOut, TileRow } from "../tile-row";
import type { Claims, LookedAt } from "./match";

const CLAIMS = ["fingerprint", "fixed", "order"] as const satisfies readonly (keyof Claims)[];
const SEEN = [
  "commitment",
  "nonce",
  "order",
  "indicator",
  "hand",
  "drawn",
] as const satisfies readonly (keyof Verdict)[];

function Check({ id, value }: { id: string; value: boolean | null }) {
  const state = value === null ? "unseen" : value ? "good" : "bad";
  return (
    <li class={`check ${state}`}>
      <Icon name={value === false ? "alert" : value === null ? "away" : "check"} />
      {t(`${id}-${state}`)}
    </li>
  );
}

function Checks({ round }: { round: LookedAt }) {
  const { claims, seen, passedOn, deal } = round;
  if (!claims) return null;
  return (
    <ul class="checks" role="list">
      {CLAIMS.filter((name) => name === "fingerprint" || deal).map((name) => (
        <Check
          key={name}
          id={name === "order" && passedOn ? "claim-passed" : `claim-${name}`}
          value={claims[name]}
        />
      ))}
      {seen && (
        <>
          <li class="check-head">{t("fair-seen")}</li>
          {SEEN.map((name) => (
            <Check key={name} id={`check-${name}`} value={seen.verdict[name]} />
          ))}
          {!seen.sameFingerprint && <Check id="check-same" value={false} />}
        </>
      )}
    </ul>
  );
}

type Names = Fairness["names"];

const nameOf = (names: Names, player: number) => names[player] ?? t("fair-player", { n: player + 1 });

/** What the numbers deal: the draw for order, the indicator, every hand. */
function Deal({ round, names }: { round: LookedAt; names: Names }) {
  const { deal, opened } = round;
  if (!deal) return null;
  return (
    <details>
      <summary>{t("fair-deal")}</summary>
      <div class="fair-deal">
        {deal.draws.map((draws, i) => (
          <p key={i}>
            <span>{t("fair-draw")}</span>
            {draws.map(({ player, face }) => (
              <span key={player} class="fair-one">
                {nameOf(names, player)} <TileRow tiles={laidOut([face])} wild={null} />
              </span>
            ))}
          </p>
        ))}
        <p>
          <span>{t("fair-indicator")}</span>
          <TileRow tiles={laidOut(deal.turned)} wild={null} />
        </p>
        {deal.order.map((player, seat) => (
          <p key={player}>
            <span>{nameOf(names, player)}</span>
            <TileRow class="wrap" tiles={laidOut(handOf(deal.wall, seat, opened.players))} wild={null} />
          </p>
        ))}
      </div>
    </details>
  );
}

function Numbers({ round, names }: { round: LookedAt; names: Names }) {
  const { commitment, secret, nonces } = round.opened;
  return (
    <details>
      <summary>{t("fair-values")}</summary>
      <dl class="values">
        <dt>{t("fair-commitment")}</dt>
        <dd>{commitment}</dd>
        {secret !== null && (
          <>
            <dt>{t("fair-secret")}</dt>
            <dd>{secret}</dd>
          </>
        )}
        {nonces?.map(({ player, nonce, source }) => (
          <div key={player}>
            <dt>{t(`fair-nonce-${source}`, { name: nameOf(names, player) })}</dt>
            <dd>{nonce}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const ICONS = { good: "check", bad: "alert", running: "clock", abandoned: "gone" } as const;

interface RoundProps {
  round: LookedAt;
  names: Names;
  open: boolean;
}

export function Round({ round, names, open }: RoundProps) {
  const { opened, state } = round;
  return (
    <li class={`fair-round ${state}`} data-testid="fair-round" data-state={state}>
      <details open={open}>
        <summary>
          <h2>
            <Icon name={ICONS[state]} />
            {t("fair-round", { n: opened.round })}
          </h2>
          <small>{t(`fair-state-${state}`)}</small>
          <Icon name="more" />
        </summary>
        <Checks round={round} />
        <Deal round={round} names={names} />
        <Numbers round={round} names={names} />
      </details>
    </li>
  );
}
