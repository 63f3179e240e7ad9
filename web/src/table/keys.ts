/** The whole table from the keyboard. */
import { signal } from "@preact/signals";
import { t } from "../i18n";
import { polite } from "../live";
import { tileWords, wildWords } from "../words";
import { endingWords, lastMoves, nameOf } from "./say";
import { inCompany, type TableState } from "./state";
import type { Table } from "./store";

/** The slot with the rack's one tab stop. */
export const cursor = signal(0);
/** The tile picked up by the keyboard. */
export const carried = signal<number | null>(null);

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

function focusCursor(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-cell="${cursor.value}"]`)?.focus());
}

function step(table: Table, key: string): boolean {
  const { rows, cols } = table.rack.value;
  const slot = cursor.value;
  const row = Math.floor(slot / cols);
  const [down, right] = STEPS[key] ?? [0, 0];
  let next = slot;
  if (key === "Home") next = row * cols;
  else if (key === "End") next = row * cols + cols - 1;
  else if (down || right) {
    const col = Math.min(Math.max((slot % cols) + right, 0), cols - 1);
    next = Math.min(Math.max(row + down, 0), rows - 1) * cols + col;
  } else return false;
  cursor.value = next;
  focusCursor();
  return true;
}

function pickUpOrDrop(table: Table): void {
  const item = table.rack.value.slots[cursor.value];
  if (carried.value === null) {
    carried.value = item?.id ?? null;
    if (item?.tile)
      polite.value = t("said-picked-up", { tile: tileWords(item.tile, table.state.value?.wild ?? null) });
    return;
  }
  table.moveTile(carried.value, cursor.value);
  carried.value = null;
  polite.value = t("said-put-down");
}

/** The tile the keyboard means: the one picked up, the one selected, else the one under the cursor. */
function meant(table: Table): number | null {
  return carried.value ?? table.selected.value ?? table.rack.value.slots[cursor.value]?.id ?? null;
}

function say(table: Table, words: (state: TableState) => string): void {
  const state = table.state.value;
  polite.value = "";
  if (state) requestAnimationFrame(() => (polite.value = words(state)));
}

const points = (state: TableState) =>
  state.players
    .map((_, player) => t("points-said", { name: nameOf(state, player), points: state.totals[player] ?? 0 }))
    .join(" ");

function throwMeant(table: Table, how: "discard" | "finish"): void {
  const item = meant(table);
  carried.value = null;
  if (how === "finish" && table.state.value?.can?.finish.length) return table.finish();
  if (item === null) return;
  if (how === "discard") table.discard(item);
  else table.finishWith(item);
}

const KEYS: Readonly<Record<string, (table: Table) => unknown>> = {
  d: (table) => table.draw(),
  t: (table) => table.take(),
  x: (table) => throwMeant(table, "discard"),
  f: (table) => throwMeant(table, "finish"),
  1: (table) => table.sort("runs"),
  2: (table) => table.sort("sets"),
  3: (table) => table.sort("pairs"),
  i: (table) =>
    say(table, ({ indicator, wild }) =>
      indicator && wild
        ? t("said-indicator", { indicator: tileWords(indicator, wild), wild: wildWords(wild) })
        : "",
    ),
  p: (table) => say(table, points),
  l: (table) =>
    say(table, (state) => (state.result ? endingWords(state.result, state) : lastMoves(state, 2).join(" "))),
  c: (table) => {
    if (table.state.value && inCompany(table.state.value)) table.toggleTalk();
  },
  escape: (table) => table.cancelPlan(),
  "?": (table) => table.show({ kind: "help" }),
};

/** What who only watches may ask for. */
const WATCHER_KEYS: ReadonlySet<string> = new Set(["i", "p", "l", "c", "?"]);

function inRack(event: KeyboardEvent): boolean {
  return (event.target as Element).closest("[data-rack]") !== null;
}

function rackKey(table: Table, event: KeyboardEvent): boolean {
  if (step(table, event.key)) return true;
  if (event.key === " ") pickUpOrDrop(table);
  else if (event.key === "Enter") table.select(table.rack.value.slots[cursor.value]?.id ?? null);
  else if (event.key === "Escape") {
    carried.value = null;
    table.selected.value = null;
    table.cancelPlan();
  } else return false;
  return true;
}

/** Handles a key of the table page; keys inside dialogs and fields are not ours. */
export function tableKey(table: Table, event: KeyboardEvent): void {
  if (table.dialog.value || event.altKey || event.metaKey) return;
  if ((event.target as Element).closest("input, textarea, select, dialog")) return;
  const key = event.key.toLowerCase();
  if (!table.state.value || (table.state.value.you === null && !WATCHER_KEYS.has(key))) return;
  if (event.ctrlKey) {
    if (key !== "z") return;
    table.undo();
  } else if (inRack(event) && rackKey(table, event)) {
    // done there
  } else if (KEYS[key]) KEYS[key](table);
  else return;
  event.preventDefault();
}
