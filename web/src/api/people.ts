/** People: profiles, history, lists, friends and blocks. */
import { request } from "../api";
import type { Kind, Rating } from "../session";

export type Players = 2 | 3 | 4;
export const COUNTS: readonly Players[] = [2, 3, 4];

export interface PersonInfo {
  id: string;
  name: string;
  kind: Kind;
}

export interface PlacedRating extends Rating {
  /** The place in the list of the best; null while provisional, or far behind. */
  place: number | null;
}

/** What came of all matches for one number of players. */
export interface Stats {
  players: Players;
  matches: number;
  won: number;
  rounds: number;
  rounds_won: number;
  /** Rounds won with seven pairs, and by discarding a wild. */
  pairs: number;
  wilds: number;
  /** Indicator bonuses. */
  bonuses: number;
  /** Penalty points, all together. */
  points: number;
}

/** Whether we are friends; `asked`: I asked, `asks`: they ask me. */
export type Friendship = "no" | "asked" | "asks" | "agreed";

export interface Profile extends PersonInfo {
  /** ms since 1970. */
  made: number;
  ratings: PlacedRating[];
  stats: Stats[];
  /** The latest matches. */
  history: History;
  friend: Friendship;
  blocked: boolean;
}

export interface PlayedBy {
  name: string;
  /** null for a house bot, and for who deleted the account. */
  id: string | null;
  /** The level of a house bot. */
  bot: string | null;
  place: number;
  points: number;
}

export interface Played {
  table: string;
  /** ms since 1970. */
  ended: number;
  players: PlayedBy[];
  limit: number;
  rated: boolean;
  /** What the match did to the rating. */
  change: number | null;
}

export interface History {
  matches: Played[];
  more: boolean;
}

export interface LeaderRow extends PersonInfo {
  /** null while the rating is provisional. */
  place: number | null;
  rating: number;
  games: number;
  provisional: boolean;
}

/** People and programs are listed apart. */
export type LeaderKind = "account" | "bot";

export interface Leaderboard {
  players: Players;
  rows: LeaderRow[];
  mine: LeaderRow | null;
}

export interface Friends {
  friends: PersonInfo[];
  /** Who asks me, whom I asked, whom I do not want to hear. */
  asks: PersonInfo[];
  asked: PersonInfo[];
  blocks: PersonInfo[];
}

const encoded = encodeURIComponent;

export const profileOf = (id: string) => request<Profile>("GET", `/api/people/${encoded(id)}`);
/** The matches that ended before the last one known. */
export const historyOf = (id: string, before: number) =>
  request<History>("GET", `/api/people/${encoded(id)}/matches?before=${before}`);
export const findPeople = (name: string) =>
  request<{ people: PersonInfo[] }>("GET", `/api/people?name=${encoded(name)}`);
export const leaders = (players: Players, kind: LeaderKind) =>
  request<Leaderboard>("GET", `/api/leaderboard?players=${players}&kind=${kind}`);
export const friends = () => request<Friends>("GET", "/api/friends");
/** Asks, or agrees where the other has asked. */
export const befriend = (id: string) => request<unknown>("PUT", `/api/friends/${encoded(id)}`);
/** Ends, withdraws or refuses. */
export const unfriend = (id: string) => request<unknown>("DELETE", `/api/friends/${encoded(id)}`);
export const block = (id: string) => request<unknown>("PUT", `/api/blocks/${encoded(id)}`);
export const unblock = (id: string) => request<unknown>("DELETE", `/api/blocks/${encoded(id)}`);
