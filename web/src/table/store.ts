/** One table on this screen: the server's state, my rack, what is on its way, and what is being asked. */
import { batch, computed, signal } from "@preact/signals";
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
import { kindOf, type Tile } from "../tiles";
import type { Command, Deed, EventMessage, Explanation, GameEvent, Problem, ServerMessage } from "../wire";
import { Connection } from "./connection";
import { type CheckedRound, closeRound, type Facts, loadFacts, newFacts, saveFacts } from "./fairness";
import { boxOf, comesFrom, fly } from "./motion";
import { announce } from "./say";
import { myTurn, previousPlayer, reduce, type TableState } from "./state";

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
  | { kind: "leave" };

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
  readonly state = signal<TableState | null>(null);
  readonly rack = signal<Rack>(emptyRack({ rows: 2, cols: 13 }));
  readonly selected = signal<number | null>(null);
  readonly pending = signal<Pending | null>(null);
  readonly dialog = signal<Dialog | null>(null);
  readonly toasts = signal<readonly Toast[]>([]);
  /** The tile that came last, marked until the turn is over. */
  readonly latest = signal<number | null>(null);
  readonly checked = signal<CheckedRound | null>(null);
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
  private facts: Facts | null = null;
  private readonly nextId = () => ++this.counter;

  constructor(id: string) {
    this.id = id;
    this.connection = new Connection(id, {
      seq: () => this.state.value?.seq ?? null,
      message: (message) => this.receive(message),
    });
  }

  // what the server says

  private receive(message: ServerMessage): void {
    if (message.t === "reject") return this.refused(message.id, message.error);
    if (message.t !== "snapshot" && message.t !== "event") return;
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
  }

  private resumed(state: TableState): void {
    this.pending.value = null;
    this.openRound(state);
    if (state.phase === "waiting" && !state.nonced.includes(state.you)) this.sendNonce(state.round);
  }

  private happened(state: TableState, { e, you }: EventMessage): void {
    const mine = "player" in e && e.player === state.you;
    if (e.k === "committed") this.begun(state);
    if (e.k === "dealt") this.dealt(state);
    if (e.k === "drew" && mine && you?.tile) this.drew(state, you.tile);
    if (e.k === "took" && mine) this.settle("take");
    if (e.k === "discarded" && mine) this.discarded();
    if (e.k === "round_over") this.roundOver(state, e);
    if ((e.k === "away" || e.k === "closed") && (e.k === "closed" || mine)) this.pending.value = null;
    if (state.turn === state.you && (e.k === "discarded" || e.k === "dealt")) sound("turn");
    else if (e.k === "discarded" || e.k === "drew" || e.k === "took") sound("tile");
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
    this.checked.value = null;
    this.facts = newFacts(this.id, state.round, state.you, state.players.length);
    this.facts.commitment = state.commitment;
    this.sendNonce(state.round);
  }

  private sendNonce(round: number): void {
    this.facts ??= this.state.value ? this.factsOf(this.state.value) : null;
    if (!this.facts) return;
    this.facts.nonce ??= randomHex(16);
    saveFacts(this.facts);
    this.connection.send({ t: "nonce", round, nonce: this.facts.nonce });
  }

  private factsOf(state: TableState): Facts {
    const kept = this.facts?.round === state.round ? this.facts : null;
    const facts =
      kept ??
      loadFacts(this.id, state.round) ??
      newFacts(this.id, state.round, state.you, state.players.length);
    facts.commitment ??= state.commitment;
    if (state.phase !== "waiting") {
      facts.order ??= state.order;
      facts.turned ??= state.turned;
      facts.wild ??= state.wild;
    }
    return facts;
  }

  private dealt(state: TableState): void {
    this.facts ??= this.factsOf(state);
    Object.assign(this.facts, {
      order: state.order,
      turned: state.turned,
      wild: state.wild,
      hand: state.hand,
    });
    saveFacts(this.facts);
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
    this.facts?.drawn.push([state.stock, tile]);
    if (this.facts) saveFacts(this.facts);
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
    this.facts ??= this.factsOf(state);
    this.checked.value = closeRound(this.facts, e.secret, e.nonces);
    this.facts = null;
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
    if (state.phase === "between" || state.phase === "over") this.judgeAgain(state);
    else this.facts = this.factsOf(state);
  }

  private judgeAgain(state: TableState): void {
    const facts = loadFacts(this.id, state.round);
    if (facts && state.result)
      this.checked.value = closeRound(facts, state.result.secret, state.result.nonces);
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
    if (!this.can("draw")) return this.ask("draw");
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

  show(dialog: Dialog): void {
    this.dialog.value = dialog;
  }

  close(): void {
    this.dialog.value = null;
  }

  toast(message: string, args: Toast["args"] = {}): void {
    const id = ++this.toastId;
    this.toasts.value = [...this.toasts.value, { id, message, args }].slice(-TOASTS);
    setTimeout(() => {
      this.toasts.value = this.toasts.value.filter((toast) => toast.id !== id);
    }, TOAST_MS);
  }
}
