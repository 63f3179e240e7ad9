/** My bot accounts, and the tokens by which they prove themselves. */
import { request } from "../api";

/** What a token is good for: everything that a player does, or looking only. */
export type Scope = "play" | "read";
export const SCOPES = ["play", "read"] as const satisfies readonly Scope[];

export interface Token {
  id: string;
  /** By which its owner knows it; may be empty. */
  name: string;
  scope: Scope;
  /** ms since 1970; `used` is null for never. */
  made: number;
  used: number | null;
}

export interface Program {
  id: string;
  name: string;
  made: number;
  tokens: Token[];
}

/** A token that is told this once. */
export interface NewToken {
  name: string;
  token: string;
}

export const programs = () => request<{ bots: Program[] }>("GET", "/api/bots");
export const makeProgram = (name: string) => request<NewToken>("POST", "/api/bots", { name });
export const deleteProgram = (id: string) => request<unknown>("DELETE", `/api/bots/${id}`);
export const giveToken = (id: string, name: string, scope: Scope) =>
  request<NewToken>("POST", `/api/bots/${id}/tokens`, { name, scope });
export const revokeToken = (id: string, token: string) =>
  request<unknown>("DELETE", `/api/bots/${id}/tokens/${token}`);
