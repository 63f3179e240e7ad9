/** What this browser saw of each round, and whether the opened secret fits it. */
import { commitment, deal, fixedNonce, handOf } from "../deal";
import { fromHex, sha256, toHex } from "../sha256";
import { forget, keys, loadJson, saveJson } from "../storage";
import type { Tile } from "../tiles";
import type { NonceUsed } from "../wire";

/** Gathered while the round is played; what was not seen (a page opened later) is null. */
export interface Facts {
  table: string;
  round: number;
  you: number;
  players: number;
  startedAt: number;
  nonce: string | null;
  commitment: string | null;
  order: number[] | null;
  /** Whether the rules pass the order on from the round before, and do not draw for it (R3.1). */
  passedOn?: boolean;
  turned: Tile[] | null;
  wild: Tile | null;
  hand: Tile[] | null;
  /** [tiles left in the stock after the draw, the tile] for each of my draws. */
  drawn: [number, Tile][];
}

/** Each check: true holds, false does not, null could not be looked at. */
export interface Verdict {
  commitment: boolean | null;
  nonce: boolean | null;
  fixed: boolean;
  order: boolean | null;
  indicator: boolean;
  hand: boolean | null;
  drawn: boolean | null;
}

export interface CheckedRound {
  facts: Facts;
  secret: string;
  nonces: NonceUsed[];
  verdict: Verdict;
}

const KEPT_ROUNDS = 60;
const keyOf = (table: string, round: number) => `fair.${table}.${round}`;

export function newFacts(table: string, round: number, you: number, players: number): Facts {
  return {
    table,
    round,
    you,
    players,
    startedAt: Date.now(),
    nonce: null,
    commitment: null,
    order: null,
    turned: null,
    wild: null,
    hand: null,
    drawn: [],
  };
}

export function loadFacts(table: string, round: number): Facts | null {
  const saved = loadJson<Facts | CheckedRound>(keyOf(table, round));
  return saved && "facts" in saved ? saved.facts : saved;
}

export function saveFacts(facts: Facts): void {
  saveJson(keyOf(facts.table, facts.round), facts);
}

/** Whether these rules, as records hold them, pass the order of turns on to this round, or draw for it (R3.1). */
export const passesOn = (rules: string, round: number) =>
  round > 1 && rules.split(" ").includes("order=drawn_once");

/** The order of turns after a round in which it was this one, where it is not drawn for anew (R3.1). */
export const passOn = (order: readonly number[]) => [...order.slice(1), ...order.slice(0, 1)];

/**
 * Whether the secret and nonces that the server opened fit what was seen. `order` is that of the round, where it
 * was passed on; `before` the order of the round before, null where that was not seen.
 */
export function judge(
  facts: Facts,
  secret: string,
  nonces: readonly NonceUsed[],
  order: readonly number[] | null = facts.passedOn ? facts.order : null,
  before: readonly number[] | null = null,
): Verdict {
  const key = fromHex(secret);
  const ordered = [...nonces].sort((a, b) => a.player - b.player);
  const own = ordered.find(({ player }) => player === facts.you);
  const redrawn = deal(
    key,
    ordered.map(({ nonce }) => fromHex(nonce)),
    order ?? undefined,
  );
  const expected = order && before ? passOn(before) : redrawn.order;
  const face = (tile: Tile) => (tile === "J" && facts.wild ? facts.wild : tile);
  const same = (a: readonly unknown[], b: readonly unknown[]) => JSON.stringify(a) === JSON.stringify(b);
  const dealt = facts.players * 14 + 1;
  const stockAtStart = redrawn.wall.length - 1 - dealt;
  const seat = redrawn.order.indexOf(facts.you);
  const hand = handOf(redrawn.wall, seat, facts.players);
  return {
    commitment: facts.commitment === null ? null : commitment(key) === facts.commitment,
    nonce: facts.nonce === null || own?.source !== "client" ? null : own.nonce === facts.nonce,
    fixed: ordered
      .filter(({ source }) => source === "fixed")
      .every(({ player, nonce }) => nonce === fixedNonce(facts.table, facts.round, player)),
    order: facts.order === null || (order && !before) ? null : same(expected, facts.order),
    indicator: facts.turned === null || same(redrawn.turned, facts.turned),
    hand: facts.hand === null ? null : same(hand, facts.hand.map(face)),
    drawn: facts.drawn.length
      ? facts.drawn.every(([left, tile]) => redrawn.wall[dealt + stockAtStart - left - 1] === face(tile))
      : null,
  };
}

export const holds = (verdict: Verdict) => Object.values(verdict).every((check) => check !== false);

/** Judges the round, keeps the result for the fairness page and returns it. */
export function closeRound(facts: Facts, secret: string, nonces: NonceUsed[]): CheckedRound {
  const order = facts.passedOn ? facts.order : null;
  const before = loadFacts(facts.table, facts.round - 1)?.order ?? null;
  const checked = { facts, secret, nonces, verdict: judge(facts, secret, nonces, order, before) };
  saveJson(keyOf(facts.table, facts.round), checked);
  const rest = checkedRounds().slice(KEPT_ROUNDS);
  for (const { facts: old } of rest) forget(keyOf(old.table, old.round));
  return checked;
}

/** The rounds judged by this browser, the latest first. */
export function checkedRounds(): CheckedRound[] {
  return keys("fair.")
    .map((key) => loadJson<Facts | CheckedRound>(key))
    .filter((saved): saved is CheckedRound => saved !== null && "facts" in saved)
    .sort((a, b) => b.facts.startedAt - a.facts.startedAt);
}

/** The hash of a secret as the page shows it, for doing the same by hand. */
export const hashOf = (secret: string) => toHex(sha256(fromHex(secret)));
