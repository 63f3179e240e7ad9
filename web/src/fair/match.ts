/** Every round of any match looked at again: what follows from its numbers, and whether it is what was played. */
import type { Fairness, OpenedRound } from "../api/fairness";
import { commitment, type Deal, deal, fixedNonce } from "../deal";
import { fromHex } from "../sha256";
import { type Facts, judge, passesOn, passOn, type Verdict } from "../table/fairness";

/** What the numbers say by themselves, also to who was not there. */
export interface Claims {
  /** The secret is the one whose fingerprint the server names. */
  fingerprint: boolean;
  /** The numbers of bots are the computed ones. */
  fixed: boolean;
  /** The order follows from the numbers, or was passed on from the round before. */
  order: boolean;
}

export interface LookedAt {
  opened: OpenedRound;
  state: "running" | "abandoned" | "good" | "bad";
  claims: Claims | null;
  /** What this browser saw and kept, where it sat at the table. */
  seen: { facts: Facts; verdict: Verdict; sameFingerprint: boolean } | null;
  deal: Deal | null;
  /** Whether the order of turns was passed on. */
  passedOn: boolean;
}

const same = (a: readonly number[], b: readonly number[]) => a.join() === b.join();

/** `before`: the order of the round before where this table passes it on, else null. */
function lookAt(opened: OpenedRound, before: readonly number[] | null, facts: Facts | null): LookedAt {
  const { round, secret, nonces, order, match } = opened;
  const unknown = { opened, claims: null, seen: null, deal: null, passedOn: false };
  if (secret === null) return { ...unknown, state: "running" };
  const key = fromHex(secret);
  const fingerprint = commitment(key) === opened.commitment;
  if (nonces === null || order === null) {
    const claims = { fingerprint, fixed: true, order: true };
    return { ...unknown, claims, state: fingerprint ? "abandoned" : "bad" };
  }
  const sorted = [...nonces].sort((a, b) => a.player - b.player);
  const numbers = sorted.map(({ nonce }) => fromHex(nonce));
  const drawn = deal(key, numbers);
  const passedOn = before !== null;
  const claims = {
    fingerprint,
    fixed: sorted.every(
      ({ player, nonce, source }) => source === "client" || nonce === fixedNonce(match, round, player),
    ),
    order: same(passedOn ? passOn(before) : drawn.order, order),
  };
  const seen = facts && {
    facts,
    verdict: judge(facts, secret, sorted, passedOn ? order : null, before),
    sameFingerprint: facts.commitment === null || facts.commitment === opened.commitment,
  };
  const checks = [...Object.values(claims), ...Object.values(seen?.verdict ?? {}), seen?.sameFingerprint];
  return {
    opened,
    claims,
    seen,
    passedOn,
    deal: passedOn ? deal(key, numbers, order) : drawn,
    state: checks.includes(false) ? "bad" : "good",
  };
}

/** Looks at each round of a match of these rules; `kept` gives what this browser kept of it. */
export function lookAtMatch(
  { rules, rounds }: Pick<Fairness, "rules" | "rounds">,
  kept: (match: string, round: number) => Facts | null,
): LookedAt[] {
  const orders = new Map(rounds.map(({ round, order }) => [round, order]));
  return rounds.map((opened) => {
    const { match, round } = opened;
    const before = passesOn(rules, round) ? (orders.get(round - 1) ?? null) : null;
    return lookAt(opened, before, kept(match, round));
  });
}

/** The id of a match in what somebody pastes: the id, a link to its table, to this page, or to its record. */
export function matchIn(text: string): string | null {
  const [, id] =
    /^\s*(?:.*\/(?:t|fair|tables)\/)?([\w.-]{1,64})(?:\/(?:record|fairness))?\/?(?:[?#].*)?\s*$/.exec(text) ??
    [];
  return id ?? null;
}
