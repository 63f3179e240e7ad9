/** What happens, in words: for the live regions and for the key that repeats the last move. */
import { t } from "../i18n";
import { polite, urgent } from "../live";
import type { Tile } from "../tiles";
import type { GameEvent, RoundOver, Said } from "../wire";
import { lineWords, tileWords, wildWords } from "../words";
import { NO_PLAN, type Plan } from "./ahead";
import { myTurn, type TableState } from "./state";

export function nameOf(state: TableState, player: number): string {
  return player === state.you ? t("you") : (state.players[player]?.name ?? "");
}

/** One event as a sentence; empty for what needs no word. */
export function sentence(e: GameEvent, state: TableState): string {
  const who = "player" in e ? (e.player === state.you ? "you" : "other") : "other";
  const name = "player" in e ? nameOf(state, e.player) : "";
  switch (e.k) {
    case "drew":
      return t("said-drew", { who, name });
    case "took":
      return t("said-took", { who, name, tile: tileWords(e.tile, state.wild) });
    case "discarded":
      return t("said-discarded", { who, name, tile: tileWords(e.tile, state.wild) });
    case "showed":
      return t("said-showed", { who, name });
    case "away":
      return t("said-away", { who, name });
    case "returned":
      return t("said-returned", { who, name });
    case "dealt":
      return t("said-dealt", {
        name: nameOf(state, e.turn),
        who: e.turn === state.you ? "you" : "other",
        wild: wildWords(e.wild),
      });
    case "ending":
      return t(e.agree ? "said-agrees" : "said-plays-on", { who, name });
    case "round_over":
      return endingWords(e, state);
    case "closed":
      return t(`closed-${e.reason}`);
    default:
      return "";
  }
}

export function endingWords(e: RoundOver, state: TableState): string {
  if (e.winner === null) return t("ending-stalemate");
  const who = e.winner === state.you ? "you" : "other";
  const how = e.ending === "stalemate" ? "melds" : e.ending;
  return t(e.wild ? "ending-wild" : "ending-out", { who, how, name: nameOf(state, e.winner) });
}

export function statusWords(state: TableState): string {
  const { phase, turn } = state;
  if (phase === "over") return t("status-over");
  if (phase === "between") return t("status-between");
  if (phase === "waiting" || turn === null) return t("status-waiting");
  if (myTurn(state)) return t(phase === "take" ? "status-take" : "status-discard");
  return t("status-other", { name: nameOf(state, turn) });
}

/** Tells the live regions: moves politely, and at once only what cannot wait. */
export function announce(e: GameEvent, state: TableState): void {
  const words = sentence(e, state);
  if (e.k === "round_over") {
    urgent.value = words;
    return;
  }
  if (words) polite.value = words;
  if (e.k === "drew" || e.k === "took") {
    // a reader says the same words again only when they have been away
    urgent.value = "";
  } else if ((e.k === "discarded" || e.k === "dealt") && myTurn(state)) {
    urgent.value = e.k === "dealt" ? t("urgent-begin") : t("urgent-turn");
  }
}

/** A line of the talk, for readers. */
export function announceLine(said: Said): void {
  polite.value = t("said-line", { name: said.from.name, words: lineWords(said) });
}

export function announcePlan({ take, discard }: Plan, tile: Tile | null, wild: Tile | null): void {
  if (take === NO_PLAN.take && discard === NO_PLAN.discard) {
    polite.value = t("plan-none");
    return;
  }
  const words = take ? [t(`plan-${take}`)] : [];
  if (tile) words.push(t("plan-discard", { tile: tileWords(tile, wild) }));
  polite.value = t("plan-said", { words: words.join(", ") });
}

/** The last moves of others and mine, newest last. */
export function lastMoves(state: TableState, count: number): string[] {
  return state.log
    .map((e) => sentence(e, state))
    .filter((words) => words !== "")
    .slice(-count);
}
