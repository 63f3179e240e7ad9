/**
 * What I have chosen ahead of my turn: how to take a tile, and which tile to throw. Pure. A choice is kept on
 * this screen and sent the moment it is legal; what would cost a win or a wild is never done unasked.
 */
import type { Tile } from "../tiles";
import { myTurn, type TableState } from "./state";

export interface Plan {
  take: "draw" | "take" | null;
  /** The number of the tile on the rack. */
  discard: number | null;
}

export const NO_PLAN: Plan = { take: null, discard: null };

/** Whether choices can be made now: a round is played, by others at the moment, and my seat is mine. */
export function canPlan(state: TableState): boolean {
  const playing = state.phase === "take" || state.phase === "discard";
  const me = state.you === null ? undefined : state.players[state.you];
  return playing && me !== undefined && !me.away && !myTurn(state);
}

/** What to do now by the plan, null for nothing yet; `drop` says why a choice does not hold any more. */
export type Step =
  | { do: "draw" | "take" }
  | { do: "discard"; item: number }
  | { do: "drop"; why: "complete" | "impossible" }
  | null;

export function nextStep(plan: Plan, state: TableState, tileOf: (item: number) => Tile | null): Step {
  if (!myTurn(state) || !state.can) return null;
  if (state.phase === "take" && plan.take) {
    return state.can.do.includes(plan.take) ? { do: plan.take } : { do: "drop", why: "impossible" };
  }
  if (state.phase !== "discard" || plan.discard === null) return null;
  const tile = tileOf(plan.discard);
  if (state.can.finish.length > 0) return { do: "drop", why: "complete" };
  if (tile === null || !state.can.discard.includes(tile)) return { do: "drop", why: "impossible" };
  return { do: "discard", item: plan.discard };
}
