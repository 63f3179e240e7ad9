/** The rack: where each tile of the hand stands. Pure; private to its owner; never judged by anybody. */
import { type Clusters, type Mark, type MeldTable, markSegment } from "./melds";
import type { Tile } from "./tiles";

export interface Item {
  /** Tells two equal tiles apart on this screen; the server knows no such number. */
  id: number;
  /** null while a drawn tile is on its way, face down. */
  tile: Tile | null;
}

export interface Shape {
  rows: number;
  cols: number;
}

export interface Rack extends Shape {
  slots: readonly (Item | null)[];
}

export function emptyRack({ rows, cols }: Shape): Rack {
  return { rows, cols, slots: new Array<Item | null>(rows * cols).fill(null) };
}

export const items = (rack: Rack): Item[] => rack.slots.filter((item) => item !== null);
export const slotOf = (rack: Rack, id: number): number => rack.slots.findIndex((item) => item?.id === id);

const withSlots = (rack: Rack, slots: readonly (Item | null)[]): Rack => ({ ...rack, slots });

/** The free slot of a row nearest to `to`, the right one when two are as near; -1 when the row is full. */
function nearestGap(rack: Rack, slots: readonly (Item | null)[], to: number): number {
  const start = to - (to % rack.cols);
  for (let distance = 1; distance < rack.cols; distance++) {
    for (const slot of [to + distance, to - distance]) {
      if (slot >= start && slot < start + rack.cols && slots[slot] === null) return slot;
    }
  }
  return -1;
}

/** Pushes the tiles from `to` towards the gap by one, so that `to` becomes free. */
function openGap(slots: (Item | null)[], to: number, gap: number): void {
  const step = gap > to ? -1 : 1;
  for (let slot = gap; slot !== to; slot += step) slots[slot] = slots[slot + step] ?? null;
  slots[to] = null;
}

/** Moves a tile; on a taken slot the row makes room towards its nearest gap, a full row swaps. */
export function move(rack: Rack, id: number, to: number): Rack {
  const from = slotOf(rack, id);
  const moved = rack.slots[from];
  if (!moved || to < 0 || to >= rack.slots.length || from === to) return rack;
  const slots = rack.slots.slice();
  slots[from] = null;
  const resident = slots[to];
  if (resident) {
    const gap = nearestGap(rack, slots, to);
    if (gap >= 0) openGap(slots, to, gap);
    else slots[from] = resident;
  }
  slots[to] = moved;
  return withSlots(rack, slots);
}

/** Where a tile without a chosen place goes: a free slot that touches no group, else any free one. */
export function freeSlot(rack: Rack): number {
  const free = (slot: number) => rack.slots[slot] === null;
  const sameRow = (a: number, b: number) => Math.floor(a / rack.cols) === Math.floor(b / rack.cols);
  const apart = (slot: number) =>
    free(slot) &&
    (!sameRow(slot, slot - 1) || free(slot - 1)) &&
    (!sameRow(slot, slot + 1) || slot + 1 === rack.slots.length || free(slot + 1));
  const all = [...rack.slots.keys()];
  const last = all.findLast((slot) => !free(slot)) ?? -1;
  return all.find((slot) => slot > last && apart(slot)) ?? all.find(apart) ?? all.find(free) ?? -1;
}

/** Puts a new tile at a wanted slot (making room as a move does) or where it touches nothing. */
export function insert(rack: Rack, item: Item, at: number | null = null): Rack {
  const slot = freeSlot(rack);
  if (slot < 0) return rack;
  const slots = rack.slots.slice();
  slots[slot] = item;
  const placed = withSlots(rack, slots);
  return at === null ? placed : move(placed, item.id, at);
}

export function remove(rack: Rack, id: number): Rack {
  return withSlots(
    rack,
    rack.slots.map((item) => (item?.id === id ? null : item)),
  );
}

/** Turns a face-down tile up. */
export function reveal(rack: Rack, id: number, tile: Tile): Rack {
  return withSlots(
    rack,
    rack.slots.map((item) => (item?.id === id ? { id, tile } : item)),
  );
}

/**
 * Makes the rack hold exactly this hand: tiles that are still there keep their place.
 * `nextId` numbers the new ones; face-down tiles are kept only while `keepHidden`.
 */
export function reconcile(rack: Rack, hand: readonly Tile[], nextId: () => number, keepHidden = false): Rack {
  const missing = hand.slice();
  const slots = rack.slots.map((item) => {
    if (!item) return null;
    if (item.tile === null) return keepHidden ? item : null;
    const at = missing.indexOf(item.tile);
    if (at < 0) return null;
    missing.splice(at, 1);
    return item;
  });
  const changed = missing.length > 0 || slots.some((item, slot) => item !== rack.slots[slot]);
  if (!changed) return rack;
  const fresh = missing.map((tile) => ({ id: nextId(), tile }));
  if (slots.every((item) => item === null)) return dealt(rack, fresh);
  return fresh.reduce((next, item) => insert(next, item), withSlots(rack, slots));
}

/** A hand as it is dealt: side by side, about as many tiles in each row. */
function dealt(shape: Shape, hand: readonly Item[]): Rack {
  const perRow = Math.ceil(hand.length / shape.rows);
  const rows = Array.from({ length: shape.rows }, (_, row) => hand.slice(row * perRow, (row + 1) * perRow));
  const rack = emptyRack(shape);
  const slots = rack.slots.slice();
  for (const [row, tiles] of rows.entries()) {
    for (const [col, item] of tiles.entries()) slots[row * shape.cols + col] = item;
  }
  return withSlots(rack, slots);
}

/** Runs of occupied slots within one row, as lists of slots. */
export function segments(rack: Rack): number[][] {
  const found: number[][] = [];
  for (const [slot, item] of rack.slots.entries()) {
    if (!item) continue;
    const last = found.at(-1);
    if (last?.at(-1) === slot - 1 && slot % rack.cols !== 0) last.push(slot);
    else found.push([slot]);
  }
  return found;
}

/** For each slot, whether its tile is part of a complete group that stands together. */
export function marks(rack: Rack, kind: (tile: Tile) => number, table: MeldTable): Mark[] {
  const all = new Array<Mark>(rack.slots.length).fill(null);
  for (const segment of segments(rack)) {
    const kinds = segment.map((slot) => {
      const tile = rack.slots[slot]?.tile;
      return tile ? kind(tile) : -1;
    });
    for (const [i, mark] of markSegment(kinds, table).entries()) all[segment[i] ?? 0] = mark;
  }
  return all;
}

/** Lays clusters out with a gap between them, each in the first row that has room; without gaps if need be. */
export function layOut(shape: Shape, clusters: readonly (readonly Item[])[]): Rack {
  const rack = emptyRack(shape);
  const slots = rack.slots.slice();
  const used = new Array<number>(shape.rows).fill(0);
  for (const cluster of clusters.filter((one) => one.length > 0)) {
    const row = used.findIndex((taken) => taken + cluster.length <= shape.cols);
    if (row < 0) return packed(shape, clusters);
    const start = row * shape.cols + (used[row] ?? 0);
    for (const [i, item] of cluster.entries()) slots[start + i] = item;
    used[row] = (used[row] ?? 0) + cluster.length + 1;
  }
  return withSlots(rack, slots);
}

function packed(shape: Shape, clusters: readonly (readonly Item[])[]): Rack {
  const rack = emptyRack(shape);
  const slots = rack.slots.slice();
  for (const [slot, item] of clusters.flat().entries()) slots[slot] = item;
  return withSlots(rack, slots);
}

/** The same tiles in another order. */
export function arrange(rack: Rack, clusters: (tiles: Tile[]) => Clusters): Rack {
  const all = items(rack);
  const known = all.filter((item) => item.tile !== null);
  const sorted = clusters(known.map((item) => item.tile ?? "")).map((cluster) =>
    cluster.map((index) => known[index]).filter((item) => item !== undefined),
  );
  const hidden = all.filter((item) => item.tile === null).map((item) => [item]);
  return layOut(rack, [...sorted, ...hidden]);
}

/** The same groups on a rack of another shape: what stood together stands together. */
export function reshape(rack: Rack, shape: Shape): Rack {
  if (rack.rows === shape.rows && rack.cols === shape.cols) return rack;
  const groups = segments(rack).map((segment) =>
    segment.map((slot) => rack.slots[slot] ?? null).filter((item) => item !== null),
  );
  const cut = groups.flatMap((group) =>
    group.length > shape.cols ? [group.slice(0, shape.cols), group.slice(shape.cols)] : [group],
  );
  return layOut(shape, cut);
}

/** An earlier arrangement of what is in the hand now: newer tiles keep their place where they can. */
export function restore(earlier: Rack, now: Rack): Rack {
  const present = new Map(items(now).map((item) => [item.id, item]));
  const slots = reshape(earlier, now).slots.map((item) => {
    const same = item && present.get(item.id);
    if (same) present.delete(same.id);
    return same ?? null;
  });
  let rack = withSlots(now, slots);
  for (const item of present.values()) {
    const at = slotOf(now, item.id);
    rack = insert(rack, item, rack.slots[at] === null ? at : null);
  }
  return rack;
}

/** For the next visit: rows, columns and the tiles by slot. */
export function toText(rack: Rack): string {
  const tiles = rack.slots.map((item) => item?.tile ?? "");
  return `${rack.rows}x${rack.cols}:${tiles.join(",")}`;
}

/** Reads `toText` back; null for anything else. */
export function fromText(text: string, nextId: () => number): Rack | null {
  const match = /^(\d)x(\d\d?):([RYBKSJ\d,]*)$/.exec(text);
  if (!match) return null;
  const shape = { rows: Number(match[1]), cols: Number(match[2]) };
  const tiles = (match[3] ?? "").split(",");
  if (tiles.length !== shape.rows * shape.cols) return null;
  return { ...shape, slots: tiles.map((tile) => (tile ? { id: nextId(), tile } : null)) };
}
