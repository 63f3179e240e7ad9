/** The end of a round, and of the match: all hands laid open, who got what and why, and what comes next. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { newMatch } from "../again";
import { problemWords, recordPath } from "../api";
import { playAgain } from "../api/offers";
import { t } from "../i18n";
import { Icon } from "../icons";
import { go } from "../route";
import { laidOut, TileRow } from "../tile-row";
import type { Tile } from "../tiles";
import type { Laid, Reason, RoundOver } from "../wire";
import { holds } from "./fairness";
import { endingWords, nameOf } from "./say";
import { inCompany, type TableState } from "./state";
import type { Table } from "./store";

/** The tiles of a hand that are in none of its groups. */
function strays({ tiles, groups }: Laid): Tile[] {
  const left = tiles.slice();
  for (const { tile } of groups.flat()) {
    const at = tile === null ? -1 : left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function Hand({ laid, wild }: { laid: Laid; wild: Tile | null }) {
  const over = strays(laid);
  return (
    <div class="hand">
      {laid.groups.map((group, i) => (
        <TileRow key={i} class="group" wild={wild} tiles={group} />
      ))}
      {over.length > 0 && <TileRow class="strays" wild={wild} tiles={laidOut(over)} />}
    </div>
  );
}

function Why({ reasons }: { reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <span class="why">{reasons.map(({ reason, points }) => t(`why-${reason}`, { points })).join(" · ")}</span>
  );
}

function Total({ total, limit, descending }: { total: number; limit: number; descending: boolean }) {
  const width = descending || limit === 0 ? 0 : Math.min(100, (100 * total) / limit);
  return (
    <span class="meter" aria-hidden="true">
      <i style={{ width: `${width}%` }} />
    </span>
  );
}

interface PlayerProps {
  state: TableState;
  result: RoundOver;
  player: number;
}

function PlayerResult({ state, result, player }: PlayerProps) {
  const points = result.points[player] ?? 0;
  const total = result.totals[player] ?? 0;
  const laid = result.hands[player];
  const won = result.winner === player;
  const place = state.ranking?.[player];
  return (
    <li class={`outcome ${won ? "won" : ""} ${player === state.you ? "mine" : ""}`}>
      <div class="outcome-head">
        <span class="name">
          {place !== undefined && <b class="place">{place}. </b>}
          {nameOf(state, player)}
        </span>
        {won && (
          <span class="tag">
            <Icon name="check" /> {t("went-out")}
          </span>
        )}
        <Why reasons={result.why[player] ?? []} />
        <span class="plus">{t(state.rules.descending ? "points-minus" : "points-plus", { points })}</span>
        <span class="total">
          <b data-testid={`total-${player}`}>{total}</b>
          {!state.rules.descending && <small> / {state.rules.limit}</small>}
        </span>
      </div>
      <Total total={total} limit={state.rules.limit} descending={state.rules.descending} />
      {laid && <Hand laid={laid} wild={state.wild} />}
    </li>
  );
}

/** Seconds until something happens by itself. */
function useSeconds(endsAt: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (endsAt === null) return setLeft(null);
    const look = () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  return left;
}

function Deal({ table }: { table: Table }) {
  const checked = table.witness.checked.value;
  if (!checked) return null;
  const good = holds(checked.verdict);
  return (
    <a class={`deal ${good ? "good" : "bad"}`} href="/fair" target="_blank" rel="noopener">
      <Icon name={good ? "check" : "alert"} />
      {t(good ? "deal-holds" : "deal-fails")}
    </a>
  );
}

/** Again with the same people: whoever asks first opens a table, the others are told where it is. */
function Rematch({ table, state }: ResultsProps) {
  const problem = useSignal<string | null>(null);
  const asked = table.rematch.value;
  const again = async () => {
    try {
      const { id } = await playAgain(state.id);
      go(`/t/${id}`, { replace: true });
    } catch (error) {
      problem.value = problemWords(error);
    }
  };
  return (
    <>
      {(problem.value || asked) && (
        <p class="asked" role="status" data-testid="rematch-asked">
          {problem.value ?? t("rematch-asked", { name: asked?.by ?? "" })}
        </p>
      )}
      <button type="button" class="primary" data-testid="rematch" onClick={() => void again()}>
        {t("rematch")}
      </button>
    </>
  );
}

function Next({ table, state }: ResultsProps) {
  const seconds = useSeconds(state.endsAt);
  const left = seconds !== null && <small aria-hidden="true"> {seconds}</small>;
  if (state.you === null) {
    if (state.phase === "over") return null;
    return (
      <p class="next-soon">
        {t("next-round")}
        {left}
      </p>
    );
  }
  if (state.phase === "over") {
    if (inCompany(state)) return <Rematch table={table} state={state} />;
    return (
      <button type="button" class="primary" data-testid="new-match" onClick={() => void newMatch(state)}>
        {t("new-match")}
      </button>
    );
  }
  const ready = state.ready.includes(state.you);
  return (
    <button
      type="button"
      class="primary"
      data-testid="next-round"
      disabled={ready}
      onClick={() => table.nextRound()}
    >
      {ready ? t("waiting-others") : t("next-round")}
      {left}
    </button>
  );
}

interface ResultsProps {
  table: Table;
  state: TableState;
}

function headline(state: TableState, result: RoundOver): string {
  if (!state.ranking) return endingWords(result, state);
  const first = state.ranking.flatMap((place, player) => (place === 1 ? [player] : []));
  const [only] = first;
  if (first.length > 1 || only === undefined) {
    return t("match-shared", { names: first.map((player) => nameOf(state, player)).join(", ") });
  }
  return t("match-won", { who: only === state.you ? "you" : "other", name: nameOf(state, only) });
}

function inOrder(state: TableState, result: RoundOver): number[] {
  const players = state.players.map((_, player) => player);
  const { ranking } = state;
  if (ranking) return players.sort((a, b) => (ranking[a] ?? 0) - (ranking[b] ?? 0));
  return players.sort((a, b) => Number(b === result.winner) - Number(a === result.winner));
}

function Body(props: ResultsProps & { result: RoundOver }) {
  const { table, state, result } = props;
  const over = state.phase === "over";
  return (
    <div data-testid={state.ranking ? "match-results" : undefined}>
      <header class="results-head">
        <p class="over-line">{over ? t("match-over") : t("round-n", { n: result.round })}</p>
        <h2 id="results-title">{headline(state, result)}</h2>
        {state.ranking && <p class="sub">{endingWords(result, state)}</p>}
        {state.closed && <p class="sub">{t(`closed-${state.closed}`)}</p>}
      </header>
      <ol class="outcomes">
        {inOrder(state, result).map((player) => (
          <PlayerResult key={player} state={state} result={result} player={player} />
        ))}
      </ol>
      <p class="last-discard">
        {t("last-discard")} <TileRow tiles={laidOut([result.discard])} wild={state.wild} />
        <Deal table={table} />
      </p>
      <Foot {...props} />
    </div>
  );
}

function Foot(props: ResultsProps) {
  const { table, state } = props;
  return (
    <footer class="results-foot">
      <a
        class="quiet"
        href={recordPath(state.id)}
        data-testid="record-link"
        download={`istaka-${state.id}.txt`}
      >
        <Icon name="down" /> {t("record")}
      </a>
      {inCompany(state) && (
        <button type="button" class="quiet" data-testid="chat-open" onClick={() => table.toggleTalk()}>
          <Icon name="talk" /> {t("talk")}
          {table.talk.unread.value > 0 && <b>{table.talk.unread.value}</b>}
        </button>
      )}
      {state.phase === "over" && (
        <a class="quiet" href={inCompany(state) ? "/lobby" : "/"}>
          {t(inCompany(state) ? "lobby" : "home")}
        </a>
      )}
      <Next {...props} />
    </footer>
  );
}

/** A table that ended without a result. */
function Closed(props: ResultsProps) {
  const { closed } = props.state;
  return (
    <div>
      <header class="results-head">
        <p class="over-line">{t("match-over")}</p>
        <h2 id="results-title">{t(`closed-${closed ?? "idle"}`)}</h2>
        <p class="sub">{t("closed-nothing")}</p>
      </header>
      <Foot {...props} />
    </div>
  );
}

export function Results(props: ResultsProps) {
  const { state } = props;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={panel} class="results" data-testid="results" tabIndex={-1} aria-labelledby="results-title">
      {state.result ? <Body {...props} result={state.result} /> : <Closed {...props} />}
    </section>
  );
}
