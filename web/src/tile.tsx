/** A tile: its number, the shape of its colour, and the marks of wild and starred ones. Never colour alone. */
import { hasWords, t } from "./i18n";
import { settings } from "./settings";
import { type Suit, shown, type Tile } from "./tiles";

const SHAPES: Readonly<Record<Suit, string>> = {
  R: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z",
  K: "M2.2 2.2h11.6v11.6H2.2z",
  B: "M8 1.2 15.2 14H.8z",
  Y: "M8 .6 15.4 8 8 15.4.6 8z",
};
const STAR = "m8 .8 2.2 4.9 5.3.6-4 3.6 1.2 5.3L8 12.500l-4.700 2.700 1.200-5.300-4-3.600 5.300-.6z";

export function Shape({ suit }: { suit: Suit }) {
  return (
    <svg class="shape" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SHAPES[suit]} />
    </svg>
  );
}

export function Star() {
  return (
    <svg class="star" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={STAR} />
    </svg>
  );
}

interface FaceProps {
  tile: Tile;
  wild: Tile | null;
  class?: string;
}

/** The front of a tile; its size is `--w` of whatever holds it. Words for it stand beside it, never in it. */
export function TileFace({ tile, wild, class: extra = "" }: FaceProps) {
  const face = shown(tile, wild);
  const suit = face?.suit ?? "K";
  const kind = tile === "J" ? "wild" : tile === "S" ? "starred" : "";
  return (
    <span class={`tile suit-${suit} ${kind} ${extra}`} aria-hidden="true">
      {tile === "S" ? <Star /> : <b class="rank">{face?.rank ?? "J"}</b>}
      {tile === "S" ? (
        face && (
          <span class="value">
            <Shape suit={face.suit} />
            {face.rank}
          </span>
        )
      ) : (
        <Shape suit={suit} />
      )}
      {tile === "J" && <i class="badge">J</i>}
      {settings.value.letters && face && hasWords(`letter-${suit}`) && (
        <i class="letter">{t(`letter-${suit}`)}</i>
      )}
    </span>
  );
}

/** The back of a tile. */
export function TileBack({ class: extra = "" }: { class?: string }) {
  return <span class={`tile back ${extra}`} aria-hidden="true" />;
}
