/** The messages of the socket, as docs/protocol.md tells them. */
import type { Draw } from "./deal";
import type { Tile } from "./tiles";

export type Shape = "melds" | "pairs" | "pairs+melds";
export type Phase = "waiting" | "take" | "discard" | "between" | "over";
export type Deed = "draw" | "take" | "discard" | "finish" | "show";
export type Level = "random" | "greedy" | "careful";

export interface Player {
  /** The person, for a link to the profile; null for a bot of the table's own. */
  id: string | null;
  name: string;
  /** The level of a bot's own seat. */
  bot: Level | null;
  /** Whether a bot plays a person's seat. */
  away: boolean;
  here: boolean;
  /** A program: one of the house, or an account of somebody's own bot. */
  kind: "guest" | "account" | "bot";
  /** What is left of the time bank for the match, ms. */
  bank: number;
}

export interface Rules {
  name: string;
  limit: number;
  descending: boolean;
  ace_high: boolean;
  return_taken: string;
  bonus: string;
  /** All of them, as records hold them. */
  text: string;
}

export interface LaidTile {
  /** null where nothing fills the place. */
  tile: Tile | null;
  /** What a wild stands for, or what belongs in an empty place. */
  as?: Tile | null;
}
export type Groups = LaidTile[][];

export interface FinishOption {
  tile: Tile;
  shape: Shape;
  points: number;
}

export interface Can {
  do: Deed[];
  discard: Tile[];
  finish: FinishOption[];
}

export interface Reason {
  reason: "melds" | "pairs" | "wild" | "stalemate" | "bonus";
  points: number;
}

export interface Laid {
  tiles: Tile[];
  groups: Groups;
}

export interface NonceUsed {
  player: number;
  nonce: string;
  source: "client" | "fixed";
}

export interface RoundOver {
  round: number;
  ending: Shape | "stalemate";
  wild: boolean;
  winner: number | null;
  discard: Tile;
  hands: Laid[];
  points: number[];
  why: Reason[][];
  totals: number[];
  bonus: number | null;
  secret: string;
  nonces: NonceUsed[];
}

interface Deadline {
  deadline: number | null;
  /** How much of the deadline, at its end, is the time bank of the player to move, ms. */
  bank?: number;
}

export type GameEvent =
  | { k: "seated"; players: Player[]; rules: Rules; clock: number }
  | { k: "here"; player: number }
  | ({ k: "gone"; player: number } & Deadline)
  | ({ k: "away"; player: number; bot: Level; reason: "left" | "gone" | "late" } & Deadline)
  | ({ k: "returned"; player: number } & Deadline)
  | ({ k: "committed"; round: number; commitment: string } & Deadline)
  | { k: "nonced"; player: number }
  | ({
      k: "dealt";
      round: number;
      order: number[];
      draws: Draw[][];
      indicator: Tile;
      turned: Tile[];
      wild: Tile;
      stock: number;
      sizes: number[];
      turn: number;
    } & Deadline)
  | ({ k: "drew"; player: number; stock: number; late?: boolean } & Deadline)
  | ({ k: "took"; player: number; from: number; tile: Tile } & Deadline)
  | ({ k: "discarded"; player: number; tile: Tile; turn: number | null; late?: boolean } & Deadline)
  | { k: "showed"; player: number }
  | ({ k: "round_over" } & RoundOver & Deadline)
  | { k: "ready"; player: number }
  | { k: "match_over"; ranking: number[]; totals: number[] }
  | ({ k: "resumed"; gone: number[] } & Deadline)
  | ({ k: "credited"; player: number } & Deadline)
  | { k: "ending"; player: number; agree: boolean }
  | { k: "closed"; reason: ClosedFor; commitment: string | null; secret: string | null };

export type ClosedFor = "idle" | "empty" | "agreed";

export interface Private {
  hand?: Tile[];
  tile?: Tile;
  can?: Can | null;
}

export interface TableInfo {
  id: string;
  /** My number; null for who only watches. */
  you: number | null;
  rules: Rules;
  /** Seconds a turn, 0 without a clock. */
  clock: number;
  rated: boolean;
  /** Whether others may watch, and how late they see it, ms. */
  watch: boolean;
  delay: number;
  players: Player[];
  totals: number[];
  round: number;
  phase: Phase;
  turn: number | null;
  deadline: number | null;
  /** How much of the deadline, at its end, is the time bank of the player to move, ms. */
  bank: number;
  order: number[];
  indicator: Tile | null;
  wild: Tile | null;
  stock: number;
  hand: Tile[];
  sizes: number[];
  piles: Tile[][];
  taken: Tile | null;
  can: Can | null;
  commitment: string | null;
  nonced: number[];
  draws: Draw[][];
  turned: Tile[];
  result: RoundOver | null;
  ready: number[];
  /** Who has agreed to end the match now, without a result. */
  ending: number[];
  ranking: number[] | null;
  log: GameEvent[];
}

export interface Problem {
  code: string;
  params: Record<string, unknown>;
}

export interface EventMessage {
  t: "event";
  seq: number;
  now: number;
  e: GameEvent;
  you?: Private | null;
}

export type Phrase =
  | "hello"
  | "good_luck"
  | "well_played"
  | "thanks"
  | "sorry"
  | "one_moment"
  | "oops"
  | "good_game"
  | "bye";

/** One line of talk: a text, or a phrase that everyone reads in his own language. */
export interface Said {
  n: number;
  /** The server's clock, ms. */
  at: number;
  from: { id: string; name: string; seat: number | null };
  text: string | null;
  phrase: Phrase | null;
}

/** Who sits on a chair of an offer: a person, or a bot of that level. */
export interface OfferSeat {
  person: { id: string; name: string; kind: "guest" | "account" | "bot"; rating: number | null } | null;
  bot: Level | null;
  name: string;
}

/** A table that has not begun. */
export interface Offer {
  id: string;
  /** What its owner called it. */
  name: string | null;
  owner: { id: string; name: string };
  state: "open" | "started" | "closed";
  public: boolean;
  rated: boolean;
  /** Whether it was made by looking for anybody. */
  quick: boolean;
  players: number;
  limit: number;
  /** Seconds a turn, 0 without a clock; and seconds of the time bank behind it. */
  clock: number;
  bank: number;
  watch: boolean;
  /** Seconds by which spectators see it later. */
  delay: number;
  /** Of the bots that fill it. */
  level: Level;
  rules: string;
  seats: (OfferSeat | null)[];
  /** Of a rematch, who sat at the match before and does not sit here yet. */
  missing: { id: string; name: string }[];
  /** My seat, null for who has none. */
  mine: number | null;
  made: number;
}

/** A table that is played and may be watched. */
export interface Running {
  id: string;
  players: string[];
  limit: number;
  rated: boolean;
  watch: boolean;
}

export type ServerMessage =
  | { t: "snapshot"; seq: number; now: number; table: TableInfo }
  | EventMessage
  | { t: "ack"; id: string; seq: number }
  | { t: "reject"; id: string; seq: number; error: Problem }
  | { t: "beat"; seq: number; now: number; n?: number }
  | { t: "pong"; at: number; now: number }
  | { t: "error"; error: Problem }
  | { t: "notice"; kind: "rematch"; table: string; by: string }
  | { t: "offer"; offer: Offer }
  | { t: "lobby"; offers: Offer[]; running: Running[]; online: number }
  | { t: "talk"; place: string; said: Said[] }
  | { t: "said"; said: Said };

export type Command =
  | { t: "act"; id: string; seq: number; do: Deed; tile?: Tile }
  | { t: "next" | "back" | "leave"; id: string; seq: number }
  | { t: "end"; id: string; seq: number; agree: boolean }
  | { t: "say"; id: string; text: string }
  | { t: "say"; id: string; phrase: Phrase };

export type ClientMessage =
  | Command
  | { t: "hello"; v: 1; table: string; seq: number | null }
  | { t: "beat"; n: number }
  | { t: "nonce"; round: number; nonce: string };

/** What a refused declaration comes with: the closest arrangement, what is over and what is missing. */
export interface Explanation {
  groups: Groups;
  strays: Tile[];
  missing: Tile[];
}
