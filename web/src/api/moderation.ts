/** What moderators see and do. */
import { request } from "../api";
import type { Said } from "../wire";
import type { PersonInfo } from "./people";

export interface ReportInfo {
  id: string;
  at: number;
  by: PersonInfo;
  about: PersonInfo;
  /** "lobby" or the id of a table. */
  place: string | null;
  said: Said | null;
  /** The lines before and after, the one that was reported among them. */
  around: Said[];
  reason: string;
  state: "open" | "done";
}

export interface Entry {
  n: number;
  at: number;
  /** null for the host of the server, at the command line. */
  by: PersonInfo | null;
  /** What was done: "mute", "ban", "done", "remove", "grant", "revoke". */
  act: string;
  about: PersonInfo | null;
  /** Why, or for how long; of a line taken away the line itself as JSON. */
  detail: string;
}

export type Sanction = "mute" | "ban";

export const reports = () => request<{ reports: ReportInfo[] }>("GET", "/api/moderation/reports");
export const closeReport = (id: string) => request<unknown>("POST", `/api/moderation/reports/${id}/done`, {});
/** For so many hours from now; none ends what there is. */
export const sanction = (kind: Sanction, person: string, hours: number, why: string) =>
  request<unknown>("POST", `/api/moderation/${kind}`, { person, hours, why });
export const removeLine = (n: number) => request<unknown>("DELETE", `/api/moderation/talk/${n}`);
export const audit = (before: number | null) =>
  request<{ audit: Entry[]; more: boolean }>(
    "GET",
    `/api/moderation/audit${before === null ? "" : `?before=${before}`}`,
  );
