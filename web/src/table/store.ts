/** One table on this screen: the server's state, my rack, what is on its way, and what is being asked. */
import { batch, computed, signal } from "@preact/signals";
import { Connection } from "../connection";
import type { Box } from "../geometry";
import { type Preference, sortGroups, sortPairs } from "../melds";
import { shippedTable } from "../melds-shipped";
import {
  arrange,
  emptyRack,
  fromText,
  type Item,
  insert,
  items,
  marks,
  move,
  type Rack,
  reconcile,
  remove,
  reshape,
  restore,
  reveal,
  type Shape,
  slotOf,
  toText,
} from "../rack";
import { randomHex } from "../random";
import { sound } from "../sound";
import { forget, keys, load, save } from "../storage";
import { Talk } from "../talk/talk";
import { kindOf, type Tile } from "../tiles";
import type {
  Command,
  Deed,
  EventMessage,
  Explanation,
  GameEvent,
  Offer,
  Problem,
  ServerMessage,
} from "../wire";
import { canPlan, NO_PLAN, nextStep, type Plan } from "./ahead";
import { boxOf, comesFrom, fly } from "./motion";
import { announce, announceLine, announcePlan } from "./say";
import { myTurn, plays, previousPlayer, reduce, type TableState } from "./state";
import { Witness } from "./witness";

/** A command of mine that is not answered yet, and what to put back if it is refused. */
export interface Pending {
  id: string;
  deed: Deed;
  tile: Tile | null;
  item: number | null;
  slot: number | null;
}

export type Dialog =
  | { kind: "wild"; item: number }
  | { kind: "complete"; item: number; tile: Tile }
  | { kind: "finish" }
  | { kind: "refused"; explanation: Explanation; tile: Tile }
  | { kind: "pile"; player: number }
  | { kind: "menu" }
  | { kind: "help" }
  | { kind: "leave" }
  | { kind: "end" };

/** Who wants to play again, and where. */
export interface Rematch {
  table: string;
  by: string;
}

export interface Toast {
  id: number;
  message: string;
  args: Record<string, string | number>;
}

const TOASTS = 2;
const TOAST_MS = 4500;
const UNDO_STEPS = 50;
/** A second tap this soon after a draw is the same tap for the person who made it. */
const SAME_TAP_MS = 400;

export class Table {
  readonly id: string;
  readonly connection: Connection;
  readonly talk: Talk;
  readonly witness: Witness;
  /** The table before it begins; null once it has. */
  readonly offer = signal<Offer | null>(null);
  readonly rematch = signal<Rematch | null>(null);
  /** Whose wish to end the match I have declined. */
  private readonly declined = signal<readonly number[]>([]);
  readonly plan = signal<Plan>(NO_PLAN);
  /** Whether the talk is open. */
  readonly talking = signal(false);
  readonly state = signal<TableState | null>(null);
  readonly rack = signal<Rack>(emptyRack({ rows: 2, cols: 13 }));
  readonly selected = signal<number | null>(null);
  readonly pending = signal<Pending | null>(null);
  readonly dialog = signal<Dialog | null>(null);
  readonly toasts = signal<readonly Toast[]>([]);
  /** The tile that came last, marked until the turn is over. */
  readonly latest = signal<number | null>(null);
  /** The draw for order, shown for a moment when a round begins. */
  readonly drawing = signal(false);
  readonly canUndo = computed(() => this.history.value.length > 0);
  readonly marks = computed(() => {
    const state = this.state.value;
    const table = shippedTable(state?.rules.ace_high ?? true);
    return marks(this.rack.value, (tile) => kindOf(tile, state?.wild ?? null), table);
  });

  private readonly history = signal<readonly Rack[]>([]);
  private counter = 0;
  private toastId = 0;
  private drewAt = Number.NEGATIVE_INFINITY;
  private readonly nextId = () => ++this.counter;

  constructor(id: string) {
    this.id = id;
    this.witness = new Witness(id);
    this.connection = new Connection(id, {
      seq: () => this.state.value?.seq ?? null,
      message: (message) => this.receive(message),
    });
    this.talk = new Talk({
      command: (command) => this.connection.command(command),
      isMe: this.isMe,
      announce: announceLine,
    });
  }

  readonly isMe = (person: string): boolean => person === this.me;

  /** My own id, as far as the place has told it. */
  private get me(): string | null {
    const state = this.state.value;
    if (state && state.you !== null) return state.players[state.you]?.id ?? null;
    const offer = this.offer.value;
    return offer?.seats[offer.mine ?? -1]?.person?.id ?? null;
  }

  // what the server says

  private receive(message: ServerMessage): void {
    if (this.talk.hear(message)) return;
    if (message.t === "offer") this.offered(message.offer);
    else if (message.t === "notice") this.rematch.value = { table: message.table, by: message.by };
    else if (message.t === "reject") this.refused(message.id, message.error);
    else if (message.t === "snapshot" || message.t === "event") this.told(message);
  }

  /** News of a table that has not begun; once it has, the same socket becomes the table's. */
  private offered(offer: Offer): void {
    const before = this.offer.value;
    this.offer.value = offer;
    if (offer.state === "started") this.connection.hello();
    const sitting = ({ seats }: Offer) => seats.filter((seat) => seat !== null).length;
    if (before && sitting(offer) > sitting(before)) sound("joined");
  }

  private told(message: Extract<ServerMessage, { t: "snapshot" | "event" }>): void {
    const before = this.state.value;
    const after = reduce(before, message, performance.now());
    if (!after || after === before) return;
    if (message.t === "event" && before) this.stage(before, message);
    batch(() => {
      this.state.value = after;
      if (message.t === "snapshot") this.resumed(after);
      else this.happened(after, message);
      this.syncRack(after);
    });
    if (message.t === "event") announce(message.e, after);
    this.followPlan();
  }

  private resumed(state: TableState): void {
    this.pending.value = null;
    this.offer.value = null;
    this.openRound(state);
    // a number given before the server is bound to its own would be no share of the chance
    const bound = state.phase === "waiting" && state.commitment !== null;
    if (bound && !state.nonced.includes(state.viewer)) this.sendNonce(state);
  }

  private happened(state: TableState, { e, you }: EventMessage): void {
    const mine = "player" in e && e.player === state.you;
    if (e.k === "committed") this.begun(state);
    if (e.k === "dealt") this.dealt(state);
    if (e.k === "away" && mine) this.plan.value = NO_PLAN;
    if (e.k === "ending" && !e.agree) this.forgive(e.player);
    if (e.k === "drew" && mine && you?.tile) this.drew(state, you.tile);
    if (e.k === "took" && mine) this.settle("take");
    if (e.k === "discarded" && mine) this.discarded();
    if (e.k === "round_over") this.roundOver(state, e);
    if ((e.k === "away" || e.k === "closed") && (e.k === "closed" || mine)) this.pending.value = null;
    if (state.turn === state.you && (e.k === "discarded" || e.k === "dealt")) sound("turn");
    else if (e.k === "discarded" || e.k === "drew" || e.k === "took") sound("tile");
  }

  /** Who has taken a wish back may wish it again. */
  private forgive(player: number): void {
    this.declined.value = this.declined.value.filter((one) => one !== player);
  }

  /** Says from where each tile comes, while everything still stands where it stood. */
  private stage(before: TableState, { e }: EventMessage): void {
    const mine = "player" in e && e.player === before.you;
    if (e.k === "discarded" && !this.onItsWay("discard", "finish")) {
      const item = mine ? items(this.rack.value).findLast(({ tile }) => tile === e.tile) : undefined;
      comesFrom(`pile-${e.player}`, boxOf(item ? `item-${item.id}` : `seat-${e.player}`));
    }
    if (e.k === "drew" && !mine) fly(null, boxOf("stock"), boxOf(`seat-${e.player}`));
    if (e.k === "took" && !mine) fly(e.tile, boxOf(`pile-${e.from}`), boxOf(`seat-${e.player}`));
  }

  private onItsWay(...deeds: Deed[]): boolean {
    const pending = this.pending.value;
    return pending !== null && deeds.includes(pending.deed);
  }

  private settle(...deeds: Deed[]): void {
    if (this.onItsWay(...deeds)) this.pending.value = null;
  }

  private begun(state: TableState): void {
    this.history.value = [];
    this.selected.value = null;
    this.latest.value = null;
    this.pending.value = null;
    this.dialog.value = null;
    this.plan.value = NO_PLAN;
    this.declined.value = [];
    this.witness.begin(state);
    this.sendNonce(state);
  }

  private sendNonce(state: TableState): void {
    const nonce = this.witness.nonce(state);
    if (nonce) this.connection.send({ t: "nonce", round: state.round, nonce });
  }

  private dealt(state: TableState): void {
    this.witness.dealt(state);
    this.showDrawing(state);
  }

  private showDrawing(state: TableState): void {
    if (state.draws.length === 0) return;
    this.drawing.value = true;
    setTimeout(() => {
      this.drawing.value = false;
    }, 3200);
  }

  private drew(state: TableState, tile: Tile): void {
    this.witness.drew(state.stock, tile);
    const hidden = items(this.rack.value).find((item) => item.tile === null);
    if (hidden) this.rack.value = reveal(this.rack.value, hidden.id, tile);
    this.settle("draw");
  }

  private discarded(): void {
    this.settle("discard", "finish");
    this.latest.value = null;
  }

  private roundOver(state: TableState, e: Extract<GameEvent, { k: "round_over" }>): void {
    this.pending.value = null;
    this.dialog.value = null;
    this.selected.value = null;
    this.plan.value = NO_PLAN;
    this.witness.close(state, e.secret, e.nonces);
    for (const key of keys(`rack.${this.id}.`)) forget(key);
    sound("end");
  }

  private refused(id: string, { code, params }: Problem): void {
    const pending = this.pending.value;
    if (pending?.id !== id) {
      if (code !== "already_ready") this.toast(`refused-${code}`);
      return;
    }
    batch(() => {
      this.takeBack(pending);
      if (code === "does_not_go_out") this.explain(params, pending.tile ?? "");
      else if (code !== "stale") this.toast(`refused-${code}`);
    });
    sound("refused");
  }

  private takeBack(pending: Pending): void {
    const state = this.state.value;
    this.pending.value = null;
    if (pending.item !== null && pending.tile !== null && state?.hand.includes(pending.tile)) {
      const place = pending.deed === "finish" ? "indicator" : `pile-${state.you}`;
      comesFrom(`item-${pending.item}`, boxOf(place));
      this.rack.value = insert(this.rack.value, { id: pending.item, tile: pending.tile }, pending.slot);
    }
    if (state) this.syncRack(state);
  }

  private explain(params: Record<string, unknown>, tile: Tile): void {
    const { groups = [], strays = [], missing = [] } = params as Partial<Explanation>;
    this.dialog.value = { kind: "refused", tile, explanation: { groups, strays, missing } };
  }

  // the rack

  /** The hand as it is on this screen: with what is on its way to or from it. */
  private handOnScreen(state: TableState): Tile[] {
    const { hand } = state;
    const pending = this.pending.value;
    if (!pending?.tile) return hand;
    if (pending.deed === "take") return [...hand, pending.tile];
    const thrown = hand.indexOf(pending.tile);
    return hand.filter((_, index) => index !== thrown);
  }

  private syncRack(state: TableState): void {
    const before = this.rack.value;
    const after = reconcile(before, this.handOnScreen(state), this.nextId, this.onItsWay("draw"));
    if (after === before) return;
    const fresh = items(after).filter(({ id }) => slotOf(before, id) < 0);
    const [only] = fresh;
    if (fresh.length === 1 && only && myTurn(state)) {
      this.latest.value = only.id;
      comesFrom(`item-${only.id}`, boxOf("stock"));
    }
    this.put(after);
  }

  private put(rack: Rack): void {
    this.rack.value = rack;
    const state = this.state.value;
    if (state && items(rack).every(({ tile }) => tile !== null)) {
      save(`rack.${this.id}.${state.round}`, toText(rack));
    }
  }

  private openRound(state: TableState): void {
    const saved = fromText(load(`rack.${this.id}.${state.round}`) ?? "", this.nextId);
    const shape = { rows: this.rack.value.rows, cols: this.rack.value.cols };
    if (saved && items(this.rack.value).length === 0) this.rack.value = reshape(saved, shape);
    if (state.phase === "between" || state.phase === "over") this.witness.judgeAgain(state);
    else this.witness.resume(state);
  }

  /** The rack in the shape that fits the screen; groups stay together. */
  shape(shape: Shape): void {
    const { rows, cols } = this.rack.value;
    if (rows !== shape.rows || cols !== shape.cols) this.rack.value = reshape(this.rack.value, shape);
  }

  private rearrange(rack: Rack): void {
    if (rack === this.rack.value) return;
    this.history.value = [...this.history.value, this.rack.value].slice(-UNDO_STEPS);
    this.put(rack);
  }

  moveTile(item: number, slot: number, from: Box | null = null): void {
    const moved = move(this.rack.value, item, slot);
    if (moved === this.rack.value) return this.glideBack(item, from);
    comesFrom(`item-${item}`, from);
    this.rearrange(moved);
  }

  /** A tile that was lifted returns to its slot. */
  glideBack(item: number, from: Box | null): void {
    comesFrom(`item-${item}`, from);
    this.rack.value = { ...this.rack.value };
  }

  sort(by: Preference | "pairs"): void {
    const state = this.state.value;
    if (!state) return;
    const kinds = (tiles: Tile[]) => tiles.map((tile) => kindOf(tile, state.wild));
    const table = shippedTable(state.rules.ace_high);
    this.rearrange(
      arrange(this.rack.value, (tiles) =>
        by === "pairs" ? sortPairs(kinds(tiles)) : sortGroups(kinds(tiles), table, by),
      ),
    );
  }

  undo(): void {
    const earlier = this.history.value.at(-1);
    if (!earlier) return;
    this.history.value = this.history.value.slice(0, -1);
    this.put(restore(earlier, this.rack.value));
  }

  item(id: number | null): Item | null {
    return id === null ? null : (items(this.rack.value).find((item) => item.id === id) ?? null);
  }

  select(id: number | null): void {
    this.selected.value = this.selected.value === id ? null : id;
  }

  // what I do

  private can(deed: Deed): boolean {
    return this.state.value?.can?.do.includes(deed) ?? false;
  }

  private command(deed: Deed, tile: Tile | null, optimistic: Omit<Pending, "id" | "deed" | "tile">): void {
    const state = this.state.value;
    if (!state || this.pending.value) return;
    const id = randomHex(16);
    this.pending.value = { id, deed, tile, ...optimistic };
    const command: Command = { t: "act", id, seq: state.seq, do: deed };
    if (tile !== null && deed !== "take") command.tile = tile;
    this.connection.command(command);
  }

  /** Draws from the stock; the tile is on its way at once, face down. */
  draw(slot: number | null = null, from: Box | null = null): void {
    const state = this.state.value;
    if (!state || this.pending.value || performance.now() - this.drewAt < SAME_TAP_MS) return;
    if (this.can("draw")) return this.drawNow(slot, from);
    if (!this.plans) return this.ask("draw");
    this.drewAt = performance.now();
    this.planTake("draw");
  }

  private drawNow(slot: number | null, from: Box | null): void {
    this.drewAt = performance.now();
    batch(() => {
      this.command("draw", null, { item: null, slot });
      this.receiveTile({ id: this.nextId(), tile: null }, slot, from ?? boxOf("stock"));
    });
  }

  /** Takes the top tile of the previous player's pile. */
  take(slot: number | null = null, from: Box | null = null): void {
    const state = this.state.value;
    if (!state || this.pending.value) return;
    if (this.plans) return this.planTake("take");
    const player = previousPlayer(state);
    const tile = state.piles[player]?.at(-1) ?? null;
    if (!this.can("take") || tile === null) return this.ask("take");
    this.drewAt = performance.now();
    const box = from ?? boxOf(`pile-${player}`);
    batch(() => {
      this.command("take", tile, { item: null, slot });
      this.receiveTile({ id: this.nextId(), tile }, slot, box);
    });
  }

  private receiveTile(item: Item, slot: number | null, from: Box | null): void {
    comesFrom(`item-${item.id}`, from);
    this.latest.value = item.id;
    this.rack.value = insert(this.rack.value, item, slot);
    sound("tile");
  }

  /** Asks the server for something that it will refuse: the reason comes back in words. */
  private ask(deed: Deed, tile?: Tile): void {
    const state = this.state.value;
    if (!state) return;
    const command: Command = { t: "act", id: randomHex(16), seq: state.seq, do: deed };
    this.connection.command(tile === undefined ? command : { ...command, tile });
  }

  /** Throws a tile onto my pile, after the questions that this deserves. */
  discard(id: number, from: Box | null = null): void {
    const state = this.state.value;
    const tile = this.item(id)?.tile;
    if (!state || !tile || this.pending.value) return;
    if (this.plans) return this.planDiscard(id, from);
    const refused = !state.can?.discard.includes(tile);
    const completes = state.can?.finish.some((option) => option.tile === tile) ?? false;
    if (!refused && !completes && tile !== "J") return this.throwTile("discard", id, from);
    this.glideBack(id, from);
    if (refused) this.ask("discard", tile);
    else this.show(completes ? { kind: "complete", item: id, tile } : { kind: "wild", item: id });
  }

  /** Throws without a question: the answer has been given. */
  throwTile(deed: "discard" | "finish", id: number, from: Box | null = null): void {
    const state = this.state.value;
    const tile = this.item(id)?.tile;
    if (!state || !tile || this.pending.value) return;
    batch(() => {
      this.dialog.value = null;
      this.selected.value = null;
      comesFrom(`pile-${state.you}`, from ?? boxOf(`item-${id}`));
      this.command(deed, tile, { item: id, slot: slotOf(this.rack.value, id) });
      this.rack.value = remove(this.rack.value, id);
    });
    sound("tile");
  }

  /** Goes out with this tile as the last discard, or hears why not. */
  finishWith(id: number, from: Box | null = null): void {
    const tile = this.item(id)?.tile;
    if (!tile || this.pending.value) return;
    if (this.state.value?.can?.do.includes("discard")) return this.throwTile("finish", id, from);
    this.glideBack(id, from);
    this.ask("finish", tile);
  }

  /** The Finish button: the selected tile if it completes, the only one, or a choice. */
  finish(): void {
    const options = this.state.value?.can?.finish ?? [];
    const chosen = this.item(this.selected.value)?.tile;
    const [first] = options;
    const option = options.find(({ tile }) => tile === chosen) ?? (options.length === 1 ? first : undefined);
    if (option) this.finishTile(option.tile);
    else if (first) this.show({ kind: "finish" });
  }

  finishTile(tile: Tile): void {
    const item = items(this.rack.value).findLast((one) => one.tile === tile);
    if (item) this.throwTile("finish", item.id);
  }

  showTwin(): void {
    this.command("show", null, { item: null, slot: null });
  }

  // ahead of my turn

  private get plans(): boolean {
    const state = this.state.value;
    return state !== null && canPlan(state);
  }

  private setPlan(plan: Plan): void {
    this.plan.value = plan;
    announcePlan(plan, this.item(plan.discard)?.tile ?? null, this.state.value?.wild ?? null);
  }

  /** Chooses how to take a tile when my turn comes; the same choice again takes it back. */
  planTake(take: "draw" | "take"): void {
    const plan = this.plan.value;
    this.setPlan({ ...plan, take: plan.take === take ? null : take });
  }

  /** Chooses the tile to throw after that, null for none; a wild is only ever thrown by hand. */
  planDiscard(id: number | null, from: Box | null = null): void {
    if (id !== null) this.glideBack(id, from);
    if (this.item(id)?.tile === "J") return this.toast("plan-no-wild");
    this.selected.value = null;
    this.setPlan({ ...this.plan.value, discard: id === this.plan.value.discard ? null : id });
  }

  cancelPlan(): boolean {
    const { take, discard } = this.plan.value;
    if (take === null && discard === null) return false;
    this.setPlan(NO_PLAN);
    return true;
  }

  /** Does what was chosen ahead, as soon as it may be done. */
  private followPlan(): void {
    const state = this.state.value;
    if (!state || this.pending.value) return;
    const step = nextStep(this.plan.value, state, (item) => this.item(item)?.tile ?? null);
    if (!step) return;
    if (step.do === "drop") {
      this.plan.value = NO_PLAN;
      this.toast(`plan-${step.why}`);
    } else if (step.do === "discard") {
      this.plan.value = NO_PLAN;
      this.throwTile("discard", step.item);
    } else {
      this.plan.value = { ...this.plan.value, take: null };
      if (step.do === "draw") this.drawNow(null, null);
      else this.take();
    }
  }

  private simple(kind: "next" | "back" | "leave"): void {
    const state = this.state.value;
    if (state) this.connection.command({ t: kind, id: randomHex(16), seq: state.seq });
  }

  nextRound(): void {
    this.simple("next");
  }

  comeBack(): void {
    this.simple("back");
  }

  leave(): void {
    this.simple("leave");
  }

  /** Agrees that the match ends now without a result, or takes that back. */
  agreeToEnd(agree: boolean): void {
    const state = this.state.value;
    if (state) this.connection.command({ t: "end", id: randomHex(16), seq: state.seq, agree });
  }

  /** Does not want to be asked about it again, unless somebody else asks too. */
  playOn(): void {
    const state = this.state.value;
    if (state && plays(state) && state.ending.includes(state.viewer)) this.agreeToEnd(false);
    else this.declined.value = state?.ending ?? [];
  }

  /** Whether I am to say if the match ends now. */
  get asksToEnd(): boolean {
    const state = this.state.value;
    if (!state || !plays(state) || state.phase === "over") return false;
    return state.ending.some((player) => !this.declined.value.includes(player));
  }

  show(dialog: Dialog): void {
    this.dialog.value = dialog;
  }

  close(): void {
    this.dialog.value = null;
  }

  toggleTalk(): void {
    this.talking.value = !this.talking.value;
  }

  toast(message: string, args: Toast["args"] = {}): void {
    const id = ++this.toastId;
    this.toasts.value = [...this.toasts.value, { id, message, args }].slice(-TOASTS);
    setTimeout(() => {
      this.toasts.value = this.toasts.value.filter((toast) => toast.id !== id);
    }, TOAST_MS);
  }
}
