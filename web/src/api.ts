/** The few requests over HTTP. */
import type { Level } from "./wire";

export interface PlayOptions {
  players: 2 | 3 | 4;
  limit: 40 | 80;
  level: Level;
  clock: 0 | 10 | 20 | 30 | 60;
}

export interface Me {
  name: string | null;
  table?: string | null;
}

/** An answer other than 2xx; `code` is the server's word for it. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

async function request<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as { error?: { code?: string } } | null;
  throw new ApiError(answer.status, problem?.error?.code ?? "unknown");
}

export const play = (options: PlayOptions) => request<{ table: string }>("POST", "/api/play", options);
export const ticket = () => request<{ ticket: string }>("POST", "/api/tickets", {});
export const me = () => request<Me>("GET", "/api/me");
export const recordPath = (table: string) => `/api/tables/${table}/record`;
