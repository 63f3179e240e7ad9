/** Tiles in a row, laid open: seen as tiles, read as words. */
import { t } from "./i18n";
import { TileFace } from "./tile";
import type { Tile } from "./tiles";
import type { LaidTile } from "./wire";
import { tileWords } from "./words";

function words({ tile, as }: LaidTile, wild: Tile | null): string {
  if (tile === null) return t("tile-missing", { tile: tileWords(as ?? "J", wild) });
  return as ? t("tile-as", { tile: tileWords(tile, wild), as: tileWords(as, wild) }) : tileWords(tile, wild);
}

interface TileRowProps {
  tiles: readonly LaidTile[];
  wild: Tile | null;
  class?: string;
}

/** A place that no tile fills shows, faintly, what belongs there. */
export function TileRow({ tiles, wild, class: extra = "" }: TileRowProps) {
  return (
    <span class={`laid ${extra}`}>
      {tiles.map((laid, i) => (
        <span key={i} class="laid-tile">
          <TileFace tile={laid.tile ?? laid.as ?? "J"} wild={wild} class={laid.tile ? "" : "lacking"} />
          <span class="sr">{words(laid, wild)}, </span>
        </span>
      ))}
    </span>
  );
}

export const laidOut = (tiles: readonly Tile[]): LaidTile[] => tiles.map((tile) => ({ tile }));
