/** Telling the moderators about somebody. */
import { request } from "../api";

export const REASONS = ["insult", "spam", "cheating", "name", "other"] as const;

export interface Report {
  about: string;
  place: string | null;
  /** The number of the line that it is about. */
  said: number | null;
  reason: (typeof REASONS)[number];
}

export const report = (about: Report) => request<unknown>("POST", "/api/reports", about);
