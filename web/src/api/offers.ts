/** Tables that have not begun: made, found, joined, left, filled. */
import { type PlayOptions, request } from "../api";
import type { Level, Offer } from "../wire";

export type Preset = "remik" | "fast" | "classic";

export interface OfferWish {
  players: 2 | 3 | 4;
  /** Penalty points that end the match; absent, the preset's own. */
  limit?: number;
  preset: Preset;
  /** Seconds. */
  clock: number;
  bank: number;
  public: boolean;
  rated: boolean;
  watch: boolean;
  /** Seconds. */
  delay: number;
  level: Level;
  /** What the table is called; absent, by its owner's name. */
  title?: string;
}

export interface QuickWish {
  players: 2 | 3 | 4;
  limit: number;
  clock: number;
}

/** Where friends on the home network find this server. */
export interface Address {
  urls: string[];
  reachable: boolean;
}

/** A table for friends who have the link, on the terms of a match against bots. */
export const privateTable = ({ players, limit, clock, level }: PlayOptions): OfferWish => ({
  players,
  limit,
  preset: limit === 40 ? "fast" : "remik",
  clock,
  bank: 0,
  public: false,
  rated: false,
  watch: false,
  delay: 0,
  level,
});

const named = (name: string | null) => (name ? { name } : {});

export const offerTable = (wish: OfferWish, name: string | null) =>
  request<Offer>("POST", "/api/offers", { ...wish, ...named(name) });
export const quickMatch = (wish: QuickWish, name: string | null) =>
  request<Offer>("POST", "/api/quick", { ...wish, ...named(name) });
export const joinOffer = (id: string, name: string | null) =>
  request<Offer>("POST", `/api/offers/${id}/join`, named(name));
export const leaveOffer = (id: string) => request<unknown>("POST", `/api/offers/${id}/leave`, {});
export const fillOffer = (id: string) => request<Offer>("POST", `/api/offers/${id}/fill`, {});
export const seatBot = (id: string, seat: number, level: Level | null) =>
  request<Offer>("POST", `/api/offers/${id}/bots`, { seat, level });
export const playAgain = (table: string) => request<Offer>("POST", `/api/tables/${table}/rematch`, {});
export const address = () => request<Address>("GET", "/api/address");
export const codePath = (id: string) => `/api/offers/${id}/qr.svg`;
