/** What is said at one place: the lines, how many are unread, whom I do not want to hear, and what I say. */
import { batch, computed, signal } from "@preact/signals";
import { randomHex } from "../random";
import { sound } from "../sound";
import { loadJson, saveJson } from "../storage";
import type { Command, Phrase, Said, ServerMessage } from "../wire";

export const PHRASES = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "one_moment",
  "sorry",
  "oops",
  "good_game",
  "bye",
] as const satisfies readonly Phrase[];

export const LONGEST_LINE = 200;
const KEPT_LINES = 200;
const BUBBLE_MS = 5000;
/** More than this many are shown as "9+". */
export const MOST_COUNTED = 9;

/** The people whose lines this browser does not show, at any place. */
const hushed = signal<readonly string[]>(loadJson<string[]>("hushed") ?? []);

export const isHushed = (person: string) => hushed.value.includes(person);

export function hush(person: string, on: boolean): void {
  const rest = hushed.value.filter((one) => one !== person);
  hushed.value = on ? [...rest, person] : rest;
  saveJson("hushed", hushed.value);
}

export interface TalkHooks {
  /** Sends a line; the answer comes back through `hear`. */
  command(command: Command): void;
  /** My own lines are no news to me. */
  isMe(person: string): boolean;
  /** Tells a reader of a new line while the panel, which does so itself, is closed. */
  announce(said: Said): void;
}

export class Talk {
  readonly lines = computed(() => this.all.value.filter(({ from }) => !isHushed(from.id)));
  /** The people who said something here and are not shown. */
  readonly silenced = computed(
    () => new Set(this.all.value.map(({ from }) => from.id).filter((person) => isHushed(person))),
  );
  readonly unread = signal(0);
  /** The latest line of each seat, for a moment, beside the seat. */
  readonly bubbles = signal<ReadonlyMap<number, Said>>(new Map());
  /** What I am writing; a line that was refused comes back here. */
  readonly draft = signal("");
  /** Why the last line was refused. */
  readonly refusal = signal<{ code: string; params: Record<string, unknown> } | null>(null);

  private readonly all = signal<readonly Said[]>([]);
  private readonly hooks: TalkHooks;
  private readonly sent = new Map<string, string>();
  private reading = false;

  constructor(hooks: TalkHooks) {
    this.hooks = hooks;
  }

  /** Takes a message of the server's that is about talk; false for any other. */
  hear(message: ServerMessage): boolean {
    if (message.t === "talk") this.arrived(message.said);
    else if (message.t === "said") this.heard(message.said);
    else if (message.t === "ack") return this.sent.delete(message.id);
    else if (message.t === "reject") return this.refused(message.id, message.error);
    else return false;
    return true;
  }

  /** All that was said lately; after a cut, what is new of it is unread. */
  private arrived(said: readonly Said[]): void {
    const last = this.all.value.at(-1)?.n;
    this.all.value = said;
    if (last === undefined || this.reading) return;
    const fresh = said.filter(({ n, from }) => n > last && !isHushed(from.id) && !this.hooks.isMe(from.id));
    this.unread.value += fresh.length;
  }

  private heard(said: Said): void {
    if (this.all.value.some(({ n }) => n === said.n)) return;
    this.all.value = [...this.all.value, said].slice(-KEPT_LINES);
    if (isHushed(said.from.id)) return;
    this.bubble(said);
    if (this.hooks.isMe(said.from.id)) return;
    sound("said");
    if (this.reading) return;
    this.unread.value++;
    this.hooks.announce(said);
  }

  private bubble(said: Said): void {
    const { seat } = said.from;
    if (seat === null) return;
    this.bubbles.value = new Map([...this.bubbles.value, [seat, said]]);
    setTimeout(() => {
      const left = [...this.bubbles.value].filter(([, one]) => one !== said);
      this.bubbles.value = new Map(left);
    }, BUBBLE_MS);
  }

  private refused(id: string, error: { code: string; params?: Record<string, unknown> }): boolean {
    const text = this.sent.get(id);
    if (text === undefined) return false;
    this.sent.delete(id);
    batch(() => {
      this.refusal.value = { code: error.code, params: error.params ?? {} };
      if (this.draft.value === "") this.draft.value = text;
    });
    return true;
  }

  /** Whether the panel is open: what comes is read. */
  read(on: boolean): void {
    this.reading = on;
    if (on) this.unread.value = 0;
  }

  hearAll(): void {
    for (const person of this.silenced.value) hush(person, false);
  }

  /** Says what stands in the draft. */
  sayDraft(): void {
    const text = this.draft.value.trim();
    if (!text) return;
    this.draft.value = "";
    this.sayText(text);
  }

  sayText(text: string): void {
    this.send(text, { text });
  }

  sayPhrase(phrase: Phrase): void {
    this.send("", { phrase });
  }

  private send(text: string, words: { text: string } | { phrase: Phrase }): void {
    const id = randomHex(16);
    this.refusal.value = null;
    this.sent.set(id, text);
    this.hooks.command({ t: "say", id, ...words });
  }
}
