/** Who I am to the server, as a signal: asked when a page with a head opens, and after everything that changes it. */
import { signal } from "@preact/signals";
import { ApiError, problemWords, request } from "./api";

export type Kind = "guest" | "account" | "bot";

/** A rating for one number of players; provisional while it rests on little. */
export interface Rating {
  players: 2 | 3 | 4;
  rating: number;
  provisional: boolean;
  games: number;
}

export interface Me {
  id: string | null;
  name: string | null;
  kind: Kind | null;
  /** Whether the name is my own choice; a guest begins with one that the server made up. */
  named: boolean;
  role: string;
  /** The newest table where my match runs; all of them; and open offers that I sit at. */
  table: string | null;
  tables: string[];
  offers: string[];
  /** Until when I may not write, ms since 1970. */
  muted: number | null;
  ratings: Rating[];
  /** Requests of friendship that wait for me. */
  asks: number;
}

export const NOBODY: Me = {
  id: null,
  name: null,
  kind: null,
  named: false,
  role: "",
  table: null,
  tables: [],
  offers: [],
  muted: null,
  ratings: [],
  asks: 0,
};

export const session = signal<Me>(NOBODY);
/** Whether the server was asked who I am. */
export const known = signal(false);

/** Why the server does not say who I am, in words: I am banned, or it cannot be reached. */
export const shutOut = signal<string | null>(null);

/** Takes what the server says of me when it has; who has no connection stays who he was. */
export async function learn(said: Promise<Partial<Me> | undefined>): Promise<void> {
  try {
    session.value = { ...NOBODY, ...(await said) };
    shutOut.value = null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "banned") session.value = NOBODY;
    shutOut.value = problemWords(error);
  }
  known.value = true;
}

/** Asks anew. */
export const refresh = () => learn(request<Partial<Me>>("GET", "/api/me"));
