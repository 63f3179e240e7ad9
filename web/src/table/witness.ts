/** What this browser sees of each round and adds to its chance, and its verdict on the secret at the end. */
import { signal } from "@preact/signals";
import { randomHex } from "../random";
import type { Tile } from "../tiles";
import type { NonceUsed } from "../wire";
import {
  type CheckedRound,
  closeRound,
  type Facts,
  loadFacts,
  newFacts,
  passesOn,
  saveFacts,
} from "./fairness";
import type { TableState } from "./state";

const NONCE_BYTES = 16;

/** What the rules of the table say: a server that shows no draw for order proves nothing by that. */
const isPassedOn = ({ rules, round }: TableState) => passesOn(rules.text, round);

export class Witness {
  readonly checked = signal<CheckedRound | null>(null);
  private readonly table: string;
  private facts: Facts | null = null;

  constructor(table: string) {
    this.table = table;
  }

  /** A round has begun; who only watches is no party to its chance. */
  begin({ round, you, players, commitment }: TableState): void {
    this.checked.value = null;
    this.facts = you === null ? null : newFacts(this.table, round, you, players.length);
    if (this.facts) this.facts.commitment = commitment;
  }

  /** Goes on with a round that was begun earlier, perhaps in another visit. */
  resume(state: TableState): void {
    this.facts = this.factsOf(state);
  }

  /** My number for this round, the same one however often it is asked for; null for who only watches. */
  nonce(state: TableState): string | null {
    this.facts ??= this.factsOf(state);
    if (!this.facts) return null;
    this.facts.nonce ??= randomHex(NONCE_BYTES);
    saveFacts(this.facts);
    return this.facts.nonce;
  }

  dealt(state: TableState): void {
    this.facts ??= this.factsOf(state);
    if (!this.facts) return;
    const { order, turned, wild, hand } = state;
    Object.assign(this.facts, { order, turned, wild, hand, passedOn: isPassedOn(state) });
    saveFacts(this.facts);
  }

  drew(stock: number, tile: Tile): void {
    if (!this.facts) return;
    this.facts.drawn.push([stock, tile]);
    saveFacts(this.facts);
  }

  close(state: TableState, secret: string, nonces: NonceUsed[]): void {
    this.facts ??= this.factsOf(state);
    if (this.facts) this.checked.value = closeRound(this.facts, secret, nonces);
    this.facts = null;
  }

  /** Judges a round that had ended before this visit. */
  judgeAgain({ round, result }: TableState): void {
    const facts = loadFacts(this.table, round);
    if (facts && result) this.checked.value = closeRound(facts, result.secret, result.nonces);
  }

  private factsOf(state: TableState): Facts | null {
    const { round, you, players } = state;
    if (you === null) return null;
    const kept = this.facts?.round === round ? this.facts : null;
    const facts = kept ?? loadFacts(this.table, round) ?? newFacts(this.table, round, you, players.length);
    facts.commitment ??= state.commitment;
    if (state.phase !== "waiting") {
      facts.order ??= state.order;
      facts.passedOn ??= isPassedOn(state);
      facts.turned ??= state.turned;
      facts.wild ??= state.wild;
    }
    return facts;
  }
}
