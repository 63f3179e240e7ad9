/** Tiles in words. */
import { t } from "./i18n";
import { printed, shown, type Tile } from "./tiles";

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
