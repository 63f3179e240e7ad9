/** Tiles, and what people say, in words. */
import { t } from "./i18n";
import { printed, shown, type Tile } from "./tiles";
import type { Said } from "./wire";

/** "blue 6"; "starred tile, counts as blue 6"; "blue 6, wild". */
export function tileWords(tile: Tile, wild: Tile | null): string {
  const face = shown(tile, wild);
  const words = face ? t(`tile-${face.suit}`, { rank: face.rank }) : t("tile-starred-plain");
  if (tile === "J") return t("tile-wild", { tile: words });
  return tile === "S" && face ? t("tile-starred", { tile: words }) : words;
}

/** The face of the wild alone. */
export function wildWords(wild: Tile): string {
  const face = printed(wild);
  return face ? t(`tile-${face.suit}`, { rank: face.rank }) : "";
}

/** A line of the talk as it is read: a phrase in the reader's language, any other as it was written. */
export const lineWords = ({ text, phrase }: Said): string => text ?? (phrase ? t(`phrase-${phrase}`) : "");

/** A stretch of time as a clock shows it: 0:45, 12:05. */
export function clockWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
