/** The table as the server tells it: a snapshot, then one event after another. Pure. */
import type { Tile } from "../tiles";
import type { EventMessage, GameEvent, Private, ServerMessage, TableInfo } from "../wire";

export interface TableState extends TableInfo {
  seq: number;
  /** On this machine's clock in ms, null where nothing runs out. */
  endsAt: number | null;
}

const LOG_LENGTH = 30;

const endOf = (deadline: number | null, now: number) => (deadline === null ? null : now + deadline);

/** The table after a message; the same object where the message says nothing about it. */
export function reduce(state: TableState | null, message: ServerMessage, now: number): TableState | null {
  if (message.t === "snapshot") {
    return { ...message.table, seq: message.seq, endsAt: endOf(message.table.deadline, now) };
  }
  if (message.t !== "event" || !state || message.seq !== state.seq + 1) return state;
  return applied(state, message, now);
}

function applied(state: TableState, { seq, e, you }: EventMessage, now: number): TableState {
  const next: TableState = { ...state, ...changes(state, e, you ?? {}), seq };
  next.log = [...state.log, e].slice(-LOG_LENGTH);
  if (tellsDeadline(state, e)) {
    next.deadline = e.deadline;
    next.endsAt = endOf(e.deadline, now);
  }
  if (you && you.can !== undefined) next.can = you.can;
  return next;
}

type Timed = Extract<GameEvent, { deadline: number | null }>;

/** Whether an event tells when the table's turn or wait ends; some tell a deadline of one player only. */
function tellsDeadline(state: TableState, e: GameEvent): e is Timed {
  if (e.k === "gone") return false;
  if (e.k === "away" || e.k === "returned") return e.player === state.turn;
  return "deadline" in e;
}

function put<T>(list: readonly T[], at: number, value: T): T[] {
  return list.map((one, index) => (index === at ? value : one));
}

function changePlayer(state: TableState, player: number, change: Partial<TableState["players"][number]>) {
  const before = state.players[player];
  return before ? { players: put(state.players, player, { ...before, ...change }) } : {};
}

function without(hand: readonly Tile[], tile: Tile): Tile[] {
  const at = hand.lastIndexOf(tile);
  return at < 0 ? hand.slice() : hand.filter((_, index) => index !== at);
}

const resized = (state: TableState, player: number, by: number) =>
  put(state.sizes, player, (state.sizes[player] ?? 0) + by);

function changes(state: TableState, e: GameEvent, you: Private): Partial<TableState> {
  switch (e.k) {
    case "seated":
      return { players: e.players, rules: e.rules, clock: e.clock };
    case "here":
      return changePlayer(state, e.player, { here: true });
    case "gone":
      return changePlayer(state, e.player, { here: false });
    case "away":
      return changePlayer(state, e.player, { away: true });
    case "returned":
      return changePlayer(state, e.player, { away: false, here: true });
    case "committed":
      return committed(state, e);
    case "nonced":
      return { nonced: [...state.nonced, e.player] };
    case "dealt":
      return dealt(state, e, you);
    case "drew":
      return drew(state, e, you);
    case "took":
      return took(state, e);
    case "discarded":
      return discarded(state, e);
    case "showed":
      return {};
    case "round_over":
      return { phase: "between", turn: null, result: e, totals: e.totals, ready: [], can: null, taken: null };
    case "ready":
      return { ready: [...state.ready, e.player] };
    case "match_over":
      return { phase: "over", turn: null, ranking: e.ranking, totals: e.totals, endsAt: null, can: null };
    case "resumed":
      return { players: state.players.map((p, i) => (e.gone.includes(i) ? { ...p, here: false } : p)) };
    case "closed":
      return { phase: "over", turn: null, endsAt: null, can: null };
  }
}

type Of<K extends GameEvent["k"]> = Extract<GameEvent, { k: K }>;

function committed(state: TableState, e: Of<"committed">): Partial<TableState> {
  return {
    phase: "waiting",
    round: e.round,
    commitment: e.commitment,
    nonced: [],
    turn: null,
    result: null,
    indicator: null,
    wild: null,
    stock: 0,
    hand: [],
    sizes: state.players.map(() => 0),
    piles: state.players.map(() => []),
    draws: [],
    turned: [],
    taken: null,
    can: null,
  };
}

function dealt(state: TableState, e: Of<"dealt">, you: Private): Partial<TableState> {
  const { round, order, draws, indicator, turned, wild, stock, sizes, turn } = e;
  const piles = state.players.map(() => []);
  const hand = you.hand ?? [];
  return { phase: "discard", round, order, draws, indicator, turned, wild, stock, sizes, turn, piles, hand };
}

function drew(state: TableState, e: Of<"drew">, you: Private): Partial<TableState> {
  const mine = e.player === state.you && you.tile !== undefined;
  return {
    phase: "discard",
    stock: e.stock,
    sizes: resized(state, e.player, 1),
    ...(mine && you.tile ? { hand: [...state.hand, you.tile], taken: you.tile } : {}),
  };
}

function took(state: TableState, e: Of<"took">): Partial<TableState> {
  const mine = e.player === state.you;
  return {
    phase: "discard",
    sizes: resized(state, e.player, 1),
    piles: put(state.piles, e.from, (state.piles[e.from] ?? []).slice(0, -1)),
    ...(mine ? { hand: [...state.hand, e.tile], taken: e.tile } : {}),
  };
}

function discarded(state: TableState, e: Of<"discarded">): Partial<TableState> {
  const mine = e.player === state.you;
  return {
    phase: "take",
    turn: e.turn,
    sizes: resized(state, e.player, -1),
    piles: put(state.piles, e.player, [...(state.piles[e.player] ?? []), e.tile]),
    ...(mine ? { hand: without(state.hand, e.tile), taken: null } : {}),
  };
}

export type Place = "me" | "right" | "opposite" | "left";

const PLACES: Readonly<Record<number, readonly Place[]>> = {
  2: ["me", "opposite"],
  3: ["me", "right", "left"],
  4: ["me", "right", "opposite", "left"],
};

/** Where everyone sits as seen by me: the next player at my right, the previous one at my left (R3.1). */
export function places(state: Pick<TableState, "order" | "you" | "players">): Map<number, Place> {
  const n = state.players.length;
  const order = state.order.length === n ? state.order : state.players.map((_, player) => player);
  const me = order.indexOf(state.you);
  const names = PLACES[n] ?? [];
  return new Map(names.map((place, step) => [order[(me + step) % n] ?? 0, place]));
}

/** The player from whose pile I take: the previous one. */
export function previousPlayer(state: Pick<TableState, "order" | "you" | "players">): number {
  const n = state.players.length;
  const order = state.order.length === n ? state.order : state.players.map((_, player) => player);
  return order[(order.indexOf(state.you) + n - 1) % n] ?? 0;
}

export const myTurn = (state: TableState) => state.turn === state.you;
