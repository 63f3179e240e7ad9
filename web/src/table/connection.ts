/**
 * The socket of one table: a ticket, hello with the last event seen, a watch on the heartbeat, and
 * reconnecting with a jittered back-off. Commands stay outstanding until they are answered and are sent
 * again, under the same id, after a reconnect: the server applies each once.
 */
import { signal } from "@preact/signals";
import { ApiError, ticket } from "../api";
import type { ClientMessage, Command, ServerMessage } from "../wire";

/** silent: no heartbeat for a while; lost: the socket is gone and we try again; refused: it will not work. */
export type Link = "connecting" | "open" | "silent" | "lost" | "refused";

/** The server's heart beats every second; one second without it is silence. */
const SILENCE_MS = 2000;
const GIVE_UP_MS = 6000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8000;

/** Errors that pass: the server closes the socket, and a later one may be welcome. */
const PASSING: ReadonlySet<string> = new Set(["unavailable", "bad_ticket", "slow_down", "too_many_sockets"]);

/** A random delay that grows with every failure, so that a thousand clients do not return together. */
export function backOff(failures: number, random: () => number): number {
  const most = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return most / 2 + (most / 2) * random();
}

export interface ConnectionHooks {
  /** The last event seen, null before the first snapshot. */
  seq(): number | null;
  message(message: ServerMessage): void;
}

export class Connection {
  readonly link = signal<Link>("connecting");
  /** Why the link is refused: a code of the server's. */
  readonly refusal = signal<string | null>(null);

  private readonly table: string;
  private readonly hooks: ConnectionHooks;
  private readonly outstanding = new Map<string, Command>();
  private socket: WebSocket | null = null;
  private failures = 0;
  private heardAt = 0;
  private behind = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private stopped = false;

  constructor(table: string, hooks: ConnectionHooks) {
    this.table = table;
    this.hooks = hooks;
  }

  start(): void {
    this.watch = setInterval(() => this.listen(), 500);
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

  readonly retryNow = (): void => {
    if (this.link.value !== "lost") return;
    clearTimeout(this.retry);
    void this.connect();
  };

  private async connect(): Promise<void> {
    try {
      const { ticket: pass } = await ticket();
      if (this.stopped) return;
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      this.attach(new WebSocket(`${scheme}://${location.host}/ws?ticket=${encodeURIComponent(pass)}`));
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) this.refuse(error.code);
      else this.lose();
    }
  }

  private attach(socket: WebSocket): void {
    this.socket = socket;
    this.heardAt = performance.now();
    socket.onopen = () => {
      this.send({ t: "hello", v: 1, table: this.table, seq: this.hooks.seq() });
      for (const command of this.outstanding.values()) this.send(command);
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.receive(JSON.parse(String(data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  private receive(message: ServerMessage): void {
    this.heardAt = performance.now();
    if (message.t === "error") {
      const { code } = message.error;
      return PASSING.has(code) ? this.lose() : this.refuse(code);
    }
    this.failures = 0;
    if (this.link.value !== "refused") this.link.value = "open";
    if (message.t === "ack" || message.t === "reject") this.outstanding.delete(message.id);
    const seen = this.hooks.seq() ?? 0;
    const gap = message.t === "event" && message.seq > seen + 1;
    this.behind = message.t === "beat" && message.seq > seen ? this.behind + 1 : 0;
    if (gap || this.behind > 1) return this.lose();
    this.hooks.message(message);
  }

  private refuse(code: string): void {
    this.refusal.value = code;
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
    this.behind = 0;
    this.link.value = "lost";
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connect(), backOff(this.failures++, Math.random));
  }

  private listen(): void {
    if (!this.socket || this.link.value === "refused") return;
    const silence = performance.now() - this.heardAt;
    if (silence > GIVE_UP_MS) this.lose();
    else if (silence > SILENCE_MS && this.link.value === "open") this.link.value = "silent";
  }
}
