/** The table as the server tells it: a snapshot, then one event after another. Pure. */
import type { Tile } from "../tiles";
import type { ClosedFor, EventMessage, GameEvent, Player, Private, ServerMessage, TableInfo } from "../wire";

export interface TableState extends TableInfo {
  seq: number;
  /** The player at the lower edge: I, or the first one for who only watches. */
  viewer: number;
  /** On this machine's clock in ms, null where nothing runs out. */
  endsAt: number | null;
  /** Why the table ended without a result, where it did. */
  closed: ClosedFor | null;
}

const LOG_LENGTH = 30;

const endOf = (deadline: number | null, now: number) => (deadline === null ? null : now + deadline);

/** The table after a message; the same object where the message says nothing about it. */
export function reduce(state: TableState | null, message: ServerMessage, now: number): TableState | null {
  if (message.t === "snapshot") {
    const { table, seq } = message;
    const closed = table.log.find((e) => e.k === "closed")?.reason ?? null;
    return { ...table, seq, viewer: table.you ?? 0, endsAt: endOf(table.deadline, now), closed };
  }
  if (message.t !== "event" || !state || message.seq !== state.seq + 1) return state;
  return applied(state, message, now);
}

/** An event of a kind that is not known here still counts: only `seq` follows it. */
function applied(state: TableState, { seq, e, you }: EventMessage, now: number): TableState {
  const change = changes(state, e, you ?? {});
  if (!change) return { ...state, seq };
  const next: TableState = { ...state, ...change, seq };
  next.log = [...state.log, e].slice(-LOG_LENGTH);
  if (tellsDeadline(state, e)) {
    next.deadline = e.deadline;
    next.endsAt = endOf(e.deadline, now);
    next.bank = e.bank ?? 0;
    next.players = banked(state, next, now);
  }
  if (you && you.can !== undefined) next.can = you.can;
  return next;
}

/** The time banks: of who moves now as it was told, of who has moved as much as was left of his turn. */
function banked(before: TableState, next: TableState, now: number): Player[] {
  const { turn, endsAt, bank } = before;
  return next.players.map((player, i) => {
    if (i === next.turn) return next.bank > 0 ? { ...player, bank: next.bank } : player;
    if (i !== turn || bank === 0 || endsAt === null) return player;
    return { ...player, bank: Math.min(player.bank, Math.max(0, endsAt - now)) };
  });
}

type Timed = Extract<GameEvent, { deadline: number | null }>;

/** Whether an event tells when the table's turn or wait ends; some tell a deadline of one player only. */
function tellsDeadline(state: TableState, e: GameEvent): e is Timed {
  if (e.k === "gone") return false;
  if (e.k === "away" || e.k === "returned" || e.k === "credited") return e.player === state.turn;
  return "deadline" in e;
}

function put<T>(list: readonly T[], at: number, value: T): T[] {
  return list.map((one, index) => (index === at ? value : one));
}

function changePlayer(state: TableState, player: number, change: Partial<Player>) {
  const before = state.players[player];
  return before ? { players: put(state.players, player, { ...before, ...change }) } : {};
}

function without(hand: readonly Tile[], tile: Tile): Tile[] {
  const at = hand.lastIndexOf(tile);
  return at < 0 ? hand.slice() : hand.filter((_, index) => index !== at);
}

const resized = (state: TableState, player: number, by: number) =>
  put(state.sizes, player, (state.sizes[player] ?? 0) + by);

function changes(state: TableState, e: GameEvent, you: Private): Partial<TableState> | null {
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
    case "credited":
      return {};
    case "ending":
      return { ending: agreeing(state.ending, e) };
    case "closed":
      return { phase: "over", turn: null, endsAt: null, can: null, closed: e.reason };
    default:
      return null;
  }
}

const agreeing = (ending: readonly number[], { player, agree }: Of<"ending">) =>
  agree ? [...new Set([...ending, player])] : ending.filter((one) => one !== player);

type Of<K extends GameEvent["k"]> = Extract<GameEvent, { k: K }>;

function committed(state: TableState, e: Of<"committed">): Partial<TableState> {
  return {
    phase: "waiting",
    round: e.round,
    commitment: e.commitment,
    nonced: [],
    ending: [],
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

/** Where everyone sits as seen from the lower edge: the next player at the right, the previous one at the left (R3.1). */
export function places(state: Pick<TableState, "order" | "viewer" | "players">): Map<number, Place> {
  const n = state.players.length;
  const order = state.order.length === n ? state.order : state.players.map((_, player) => player);
  const me = order.indexOf(state.viewer);
  const names = PLACES[n] ?? [];
  return new Map(names.map((place, step) => [order[(me + step) % n] ?? 0, place]));
}

/** The player from whose pile the lower edge takes: the previous one. */
export function previousPlayer(state: Pick<TableState, "order" | "viewer" | "players">): number {
  const n = state.players.length;
  const order = state.order.length === n ? state.order : state.players.map((_, player) => player);
  return order[(order.indexOf(state.viewer) + n - 1) % n] ?? 0;
}

export const myTurn = (state: TableState) => state.you !== null && state.turn === state.you;

/** What is left of a turn, ms: of the clock, and of the time bank behind it. */
export function timeOf(left: number, bank: number): { clock: number; bank: number } {
  return { clock: Math.max(0, left - bank), bank: Math.min(left, bank) };
}

/** Whether the person may do something with this table, or only look. */
export const plays = (state: TableState) => state.you !== null;

/** Whether anybody else at the table is a person. */
export const inCompany = (state: TableState) =>
  state.players.some(({ bot }, player) => bot === null && player !== state.you);
