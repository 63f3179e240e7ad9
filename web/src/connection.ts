/**
 * The socket at one place (a table, an offer of one, the lobby): a ticket, hello with the last event seen, a
 * watch on the heartbeat, and reconnecting with a jittered back-off. Commands stay outstanding until they are
 * answered and are sent again, under the same id, after a reconnect: the server applies each once.
 */
import { signal } from "@preact/signals";
import { ApiError, ticket } from "./api";
import { BASE } from "./base";
import { learn, type Me } from "./session";
import type { ClientMessage, Command, ServerMessage } from "./wire";

/**
 * silent: no heartbeat for a while; lost: the socket is gone and we try again; moving: the server sent us
 * elsewhere, which takes a moment and is no news for anybody; refused: it will not work.
 */
export type Link = "connecting" | "open" | "silent" | "moving" | "lost" | "refused";

const GIVE_UP_MS = 6000;
const WATCH_MS = 200;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8000;
/** Within this time all clients of a worker that stops go to another one. */
const MOVE_MS = 400;

/** The server's heart beats every second; a beat that is a little late is no silence yet. */
const BEAT_MS = 1000;
const LEAST_GRACE_MS = 250;
const MOST_GRACE_MS = 1000;
const FORGET = 0.95;

/** The server stops, or is started again, and asks to come back. */
const RESTARTING = 1012;

/** Errors that pass: the server closes the socket, and a later one may be welcome. */
const PASSING: ReadonlySet<string> = new Set([
  "unavailable",
  "newer",
  "bad_ticket",
  "slow_down",
  "too_many_sockets",
]);

/** A random delay that grows with every failure, so that a thousand clients do not return together. */
export function backOff(failures: number, random: () => number): number {
  const most = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return most / 2 + (most / 2) * random();
}

/**
 * How long nothing may be heard before that is silence: a beat and a little, and more for a while on a network
 * that has just been later than that.
 */
export function patience(before: number, gap: number): number {
  const late = Math.max(before * FORGET, gap + LEAST_GRACE_MS / 2);
  return Math.min(BEAT_MS + MOST_GRACE_MS, Math.max(BEAT_MS + LEAST_GRACE_MS, late));
}

export interface ConnectionHooks {
  /** The last event seen, null before the first snapshot. */
  seq(): number | null;
  message(message: ServerMessage): void;
}

export class Connection {
  readonly link = signal<Link>("connecting");
  /** Why the link is refused. */
  readonly refusal = signal<ApiError | null>(null);

  private readonly place: string;
  private readonly hooks: ConnectionHooks;
  private readonly outstanding = new Map<string, Command>();
  private socket: WebSocket | null = null;
  private failures = 0;
  private heardAt = 0;
  private patience = patience(0, 0);
  private behind = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private stopped = false;
  private met = false;

  constructor(place: string, hooks: ConnectionHooks) {
    this.place = place;
    this.hooks = hooks;
  }

  start(): void {
    this.watch = setInterval(() => this.listen(), WATCH_MS);
    addEventListener("online", this.retryNow);
    void this.connect();
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.watch);
    clearTimeout(this.retry);
    removeEventListener("online", this.retryNow);
    this.socket?.close();
  }

  /** Sends a command now or as soon as there is a socket. */
  command(command: Command): void {
    this.outstanding.set(command.id, command);
    this.send(command);
  }

  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Says who we are to the place; once more when an offer has become a table. */
  hello(): void {
    this.send({ t: "hello", v: 1, table: this.place, seq: this.hooks.seq() });
  }

  readonly retryNow = (): void => {
    if (this.link.value !== "lost") return;
    clearTimeout(this.retry);
    void this.connect();
  };

  private async connect(): Promise<void> {
    try {
      const pass = await this.enter();
      if (this.stopped) return;
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      this.attach(new WebSocket(`${scheme}://${location.host}${BASE}/ws?ticket=${encodeURIComponent(pass)}`));
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) this.refuse(error);
      else this.lose();
    }
  }

  /** A ticket; with the first one comes who I am, for the head of the page: one request less. */
  private async enter(): Promise<string> {
    const given = ticket<Partial<Me>>(!this.met);
    if (!this.met) void learn(given.then(({ me }) => me));
    const { ticket: pass } = await given;
    this.met = true;
    return pass;
  }

  private attach(socket: WebSocket): void {
    this.socket = socket;
    this.heardAt = performance.now();
    socket.onopen = () => {
      this.hello();
      for (const command of this.outstanding.values()) this.send(command);
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.receive(JSON.parse(String(data)) as ServerMessage);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      if (code === RESTARTING) this.goElsewhere();
      else this.lose();
    };
  }

  private receive(message: ServerMessage): void {
    if (message.t === "error") {
      const { code, params } = message.error;
      return PASSING.has(code) ? this.lose() : this.refuse(new ApiError(0, code, params));
    }
    this.hear();
    if (message.t === "beat" && message.n !== undefined) this.send({ t: "beat", n: message.n });
    if (message.t === "ack" || message.t === "reject") this.outstanding.delete(message.id);
    const seen = this.hooks.seq() ?? 0;
    const gap = message.t === "event" && message.seq > seen + 1;
    this.behind = message.t === "beat" && message.seq > seen ? this.behind + 1 : 0;
    if (gap || this.behind > 1) return this.lose();
    this.hooks.message(message);
  }

  private hear(): void {
    const now = performance.now();
    if (this.link.value === "open") this.patience = patience(this.patience, now - this.heardAt);
    this.heardAt = now;
    this.failures = 0;
    if (this.link.value !== "refused") this.link.value = "open";
  }

  private refuse(why: ApiError): void {
    this.refusal.value = why;
    this.link.value = "refused";
    this.drop();
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private lose(): void {
    this.drop();
    if (this.stopped || this.link.value === "refused") return;
    this.link.value = "lost";
    this.comeBack(backOff(this.failures++, Math.random));
  }

  private goElsewhere(): void {
    this.drop();
    if (this.stopped || this.link.value === "refused") return;
    this.link.value = "moving";
    this.comeBack(MOVE_MS * Math.random());
  }

  private comeBack(delay: number): void {
    this.behind = 0;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connect(), delay);
  }

  private listen(): void {
    const silence = performance.now() - this.heardAt;
    if (this.link.value === "moving" && silence > this.patience) this.link.value = "lost";
    if (!this.socket || this.link.value === "refused") return;
    if (silence > GIVE_UP_MS) this.lose();
    else if (silence > this.patience && this.link.value === "open") this.link.value = "silent";
  }
}
