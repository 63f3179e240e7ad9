/** Tables that have not begun: made, found, joined, left, filled. */
import { request } from "../api";
import type { Level, Offer } from "../wire";

export type Preset = "remik" | "fast" | "classic";

export interface OfferWish {
  players: 2 | 3 | 4;
  /** Penalty points that end the match; for `classic` what everyone begins with. */
  limit: number;
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
}

export type QuickWish = Pick<OfferWish, "players" | "limit" | "clock">;

/** Where friends on the home network find this server. */
export interface Address {
  urls: string[];
  reachable: boolean;
}

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
