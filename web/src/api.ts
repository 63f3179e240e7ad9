/** Requests over HTTP; those of a noun (people, moderation) stand in a file of its own. */
import { BASE } from "./base";
import { momentWords } from "./format";
import { type Args, hasWords, t } from "./i18n";
import type { Level } from "./wire";

export interface PlayOptions {
  players: 2 | 3 | 4;
  limit: 40 | 80;
  level: Level;
  clock: 0 | 10 | 20 | 30 | 60;
}

type Params = Readonly<Record<string, unknown>>;

/** An answer other than 2xx; `code` is the server's word for it, `params` what the words need. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: Params;

  constructor(status: number, code: string, params: Params = {}) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Asks and reads the answer, null where it holds nothing. */
export async function request<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(BASE + path, {
    method,
    credentials: "same-origin",
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as {
    error?: { code?: string; params?: Params };
  } | null;
  throw new ApiError(answer.status, problem?.error?.code ?? "unknown", problem?.error?.params);
}

/** The data of a refusal as words take them: numbers, texts, and moments as a reader writes them. */
function argsOf(params: Params): Args {
  const entries = Object.entries(params).flatMap(([name, value]) => {
    if (name === "until" && typeof value === "number") return [[name, momentWords(value)]];
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  return Object.fromEntries(entries) as Args;
}

/** What went wrong, in the words of `problem-<code>`; those of the server are English and not shown. */
export function problemWords(error: unknown): string {
  if (!(error instanceof ApiError)) return t("problem-network");
  const { code, params } = error;
  const id = code === "slow_down" && "seconds" in params ? "problem-wait" : `problem-${code}`;
  return hasWords(id) ? t(id, argsOf(params)) : t("problem-server");
}

export const play = (options: PlayOptions) => request<{ table: string }>("POST", "/api/play", options);
/** A ticket for one socket; with `who` also what the server says of me. */
export const ticket = <Me>(who: boolean) =>
  request<{ ticket: string; me?: Me }>("POST", `/api/tickets${who ? "?me=true" : ""}`, {});
export const recordPath = (table: string) => `/api/tables/${table}/record`;
