/** What a match has opened of its deals. */
import { request } from "../api";
import type { NonceUsed } from "../wire";

export interface OpenedRound {
  /** Counted from 1. */
  round: number;
  commitment: string;
  /** null while the round is played. */
  secret: string | null;
  /** null while the round is played, and where it ended before the deal. */
  nonces: NonceUsed[] | null;
  /** The order in which the players played, null before the deal. */
  order: number[] | null;
  /** What the computed nonces are made of. */
  match: string;
  players: number;
}

export interface Fairness {
  /** The rule set with every field, as in records: `remik limit=80 order=drawn_each_round ...`. */
  rules: string;
  /** Of the players, by their numbers. */
  names: string[];
  rounds: OpenedRound[];
}

export const fairnessOf = (table: string) =>
  request<Fairness>("GET", `/api/tables/${encodeURIComponent(table)}/fairness`);
