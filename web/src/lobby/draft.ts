/** What somebody chooses for a table of his own, and what of it is asked of the server. Pure. */
import type { OfferWish } from "../api/offers";

export const LIMIT_STEP = 10;
export const LIMIT_MOST = 500;
/** A rated table is watched at least this much later, s: nobody helps a player by looking on. */
const RATED_DELAY = 30;

export interface Draft {
  players: 2 | 3 | 4;
  limit: "40" | "80" | "other" | "classic";
  /** The limit where it is another. */
  number: number;
  clock: number;
  bank: number;
  public: boolean;
  rated: boolean;
  watch: boolean;
  delay: number;
  level: OfferWish["level"];
  title: string;
}

export const DRAFT: Draft = {
  players: 4,
  limit: "80",
  number: 120,
  clock: 30,
  bank: 60,
  public: true,
  rated: false,
  watch: true,
  delay: 0,
  level: "greedy",
  title: "",
};

/** What was chosen the last time, as far as it is remembered. */
export const completed = (kept: Partial<Draft> | null): Draft => ({ ...DRAFT, ...kept });

/** A limit that the rules know (R11.1). */
function steppedLimit(number: number): number {
  const whole = Number.isFinite(number) ? Math.round(number / LIMIT_STEP) * LIMIT_STEP : DRAFT.number;
  return Math.min(LIMIT_MOST, Math.max(LIMIT_STEP, whole));
}

function scoring({ limit, number }: Draft): Pick<OfferWish, "preset" | "limit"> {
  if (limit === "classic") return { preset: "classic" };
  if (limit === "40") return { preset: "fast", limit: 40 };
  return { preset: "remik", limit: limit === "80" ? 80 : steppedLimit(number) };
}

export function wishOf(draft: Draft): OfferWish {
  const { players, clock, rated, watch, level } = draft;
  const least = rated ? RATED_DELAY : 0;
  const title = draft.title.trim();
  return {
    players,
    ...scoring(draft),
    clock,
    bank: clock > 0 ? draft.bank : 0,
    public: draft.public,
    rated,
    watch,
    delay: watch ? Math.max(draft.delay, least) : 0,
    level,
    ...(title ? { title } : {}),
  };
}
