/** The messages of the socket, as docs/protocol.md tells them. */
import type { Draw } from "./deal";
import type { Tile } from "./tiles";

export type Shape = "melds" | "pairs" | "pairs+melds";
export type Phase = "waiting" | "take" | "discard" | "between" | "over";
export type Deed = "draw" | "take" | "discard" | "finish" | "show";
export type Level = "random" | "greedy" | "careful";

export interface Player {
  name: string;
  /** The level of a bot's own seat. */
  bot: Level | null;
  /** Whether a bot plays a person's seat. */
  away: boolean;
  here: boolean;
}

export interface Rules {
  name: string;
  limit: number;
  descending: boolean;
  ace_high: boolean;
  return_taken: string;
  bonus: string;
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
  deadline: number | null;
}

interface Deadline {
  deadline: number | null;
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
  | ({ k: "round_over" } & RoundOver)
  | { k: "ready"; player: number }
  | { k: "match_over"; ranking: number[]; totals: number[] }
  | ({ k: "resumed"; gone: number[] } & Deadline)
  | { k: "closed"; reason: "idle" | "empty"; commitment: string | null; secret: string | null };

export interface Private {
  hand?: Tile[];
  tile?: Tile;
  can?: Can | null;
}

export interface TableInfo {
  id: string;
  you: number;
  rules: Rules;
  clock: number;
  players: Player[];
  totals: number[];
  round: number;
  phase: Phase;
  turn: number | null;
  deadline: number | null;
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

export type ServerMessage =
  | { t: "snapshot"; seq: number; now: number; table: TableInfo }
  | EventMessage
  | { t: "ack"; id: string; seq: number }
  | { t: "reject"; id: string; seq: number; error: Problem }
  | { t: "beat"; seq: number; now: number }
  | { t: "pong"; at: number; now: number }
  | { t: "error"; error: Problem };

export type Command =
  | { t: "act"; id: string; seq: number; do: Deed; tile?: Tile }
  | { t: "next" | "back" | "leave"; id: string; seq: number };

export type ClientMessage =
  | Command
  | { t: "hello"; v: 1; table: string; seq: number | null }
  | { t: "nonce"; round: number; nonce: string };

/** What a refused declaration comes with: the closest arrangement, what is over and what is missing. */
export interface Explanation {
  groups: Groups;
  strays: Tile[];
  missing: Tile[];
}
