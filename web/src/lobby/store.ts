/** The lobby on this screen: open tables, tables that are played, who is here, and what is said. */
import { computed, signal } from "@preact/signals";
import { Connection } from "../connection";
import { session } from "../session";
import { Talk } from "../talk/talk";
import type { Offer, Running, ServerMessage } from "../wire";

export const LOBBY = "lobby";

const free = ({ seats }: Offer) => seats.filter((seat) => seat === null).length;

/** The order in which tables are looked for: mine, then those that begin soonest, then the latest. */
export function byNearness(a: Offer, b: Offer): number {
  const mine = (offer: Offer) => Number(offer.mine !== null);
  return mine(b) - mine(a) || free(a) - free(b) || b.made - a.made;
}

export class Lobby {
  readonly connection: Connection;
  readonly talk: Talk;
  readonly online = signal(0);
  readonly running = signal<readonly Running[]>([]);
  /** null before the server has told. */
  readonly offers = computed(() => this.told.value?.toSorted(byNearness) ?? null);
  private readonly told = signal<readonly Offer[] | null>(null);

  constructor() {
    this.connection = new Connection(LOBBY, { seq: () => null, message: (message) => this.receive(message) });
    this.talk = new Talk({
      command: (command) => this.connection.command(command),
      isMe: this.isMe,
      announce: () => undefined,
    });
  }

  readonly isMe = (person: string): boolean => person === session.value.id;

  private receive(message: ServerMessage): void {
    if (this.talk.hear(message) || message.t !== "lobby") return;
    this.told.value = message.offers;
    this.running.value = message.running;
    this.online.value = message.online;
  }
}
