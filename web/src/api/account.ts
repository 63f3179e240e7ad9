/** My account: how it is made, entered, kept and deleted. */
import { request } from "../api";

export interface Codes {
  codes: string[];
}

export interface SessionInfo {
  id: string;
  made: number;
  /** Whether it is the one that asks. */
  here: boolean;
}

export const makeAccount = (name: string, password: string) =>
  request<Codes>("POST", "/api/account", { name, password });
export const logIn = (name: string, password: string, leaveGuest: boolean) =>
  request<unknown>("POST", "/api/login", { name, password, leave_guest: leaveGuest });
export const logOut = () => request<unknown>("POST", "/api/logout", {});
export const recover = (name: string, code: string, password: string) =>
  request<unknown>("POST", "/api/recover", { name, code, password });
export const changePassword = (old: string, next: string) =>
  request<unknown>("POST", "/api/password", { old, new: next });
export const rename = (name: string) => request<unknown>("POST", "/api/name", { name });
export const newCodes = (password: string) => request<Codes>("POST", "/api/codes", { password });
export const deleteAccount = (password: string | null) =>
  request<unknown>("DELETE", "/api/account", password === null ? {} : { password });
export const EXPORT_PATH = "/api/export";

export const sessions = () => request<{ sessions: SessionInfo[] }>("GET", "/api/sessions");
export const endSession = (id: string) => request<unknown>("DELETE", `/api/sessions/${id}`);
