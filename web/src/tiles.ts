/** Tiles in the notation of the wire: `R5`, `S` (starred), `J` (wild). */

export type Tile = string;
export type Suit = "R" | "Y" | "B" | "K";

export interface Face {
  suit: Suit;
  rank: number;
}

export const SUITS: readonly Suit[] = ["R", "Y", "B", "K"];
export const RANKS = 13;
/** The kind of a wild; the kinds 0..51 are colour * 13 + rank - 1. */
export const WILD_KIND = 52;

const NATURAL = /^([RYBK])(1[0-3]|[1-9])$/;

/** The face printed on a natural tile, null for `S`, `J` and anything that is no tile. */
export function printed(tile: Tile): Face | null {
  const match = NATURAL.exec(tile);
  return match ? { suit: match[1] as Suit, rank: Number(match[2]) } : null;
}

/** The face a tile shows beside this wild: `S` and `J` show the wild's own. */
export function shown(tile: Tile, wild: Tile | null): Face | null {
  return tile === "S" || tile === "J" ? (wild ? printed(wild) : null) : printed(tile);
}

/** The number of a face in the meld table. */
export function faceIndex({ suit, rank }: Face): number {
  return SUITS.indexOf(suit) * RANKS + rank - 1;
}

/** What a tile counts as: `J` is 52, `S` a natural of the wild's face, -1 when that is not known. */
export function kindOf(tile: Tile, wild: Tile | null): number {
  if (tile === "J") return WILD_KIND;
  const face = shown(tile, wild);
  return face ? faceIndex(face) : -1;
}
