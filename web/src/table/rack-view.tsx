/** The rack: a grid of slots with one tab stop; tiles glide from where they stood to where they stand. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Box } from "../geometry";
import { t } from "../i18n";
import type { Mark } from "../melds";
import type { Item } from "../rack";
import { settings } from "../settings";
import { TileBack, TileFace } from "../tile";
import { tileWords } from "../words";
import { arrive, originOf } from "./motion";
import type { TableState } from "./state";
import type { Table } from "./store";

/** Remembers where each tile stands, and lets every tile that stands elsewhere now glide there. */
function useGlide(table: Table) {
  const grid = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<string, Box>());
  const shape = useRef("");
  useLayoutEffect(() => {
    const now = new Map<string, Box>();
    const { rows, cols } = table.rack.value;
    const width = grid.current?.clientWidth ?? 0;
    const turned = shape.current !== `${rows}x${cols}x${width}`;
    shape.current = `${rows}x${cols}x${width}`;
    for (const element of grid.current?.querySelectorAll<HTMLElement>("[data-place^='item-']") ?? []) {
      const place = element.dataset.place ?? "";
      const box = element.getBoundingClientRect();
      const from = originOf(place) ?? (turned ? undefined : places.current.get(place));
      if (from) arrive(element, from);
      now.set(place, box);
    }
    places.current = now;
  });
  return grid;
}

interface SlotProps {
  table: Table;
  state: TableState;
  slot: number;
  item: Item | null;
  mark: Mark;
  cursor: boolean;
  carried: number | null;
  dragged: number | null;
}

function slotLabel({ table, state, slot, item, mark, carried }: SlotProps): string {
  const { cols } = table.rack.value;
  const tile = item ? (item.tile ? tileWords(item.tile, state.wild) : t("tile-hidden")) : t("slot-empty");
  const words = [t("slot-label", { row: Math.floor(slot / cols) + 1, slot: (slot % cols) + 1, tile })];
  if (mark === "meld") words.push(t("mark-meld"));
  if (mark === "pair") words.push(t("mark-pair"));
  if (item && item.id === table.latest.value) words.push(t("mark-latest"));
  if (item && item.id === table.plan.value.discard) words.push(t("mark-planned"));
  if (item && item.id === carried) words.push(t("mark-carried"));
  return words.join(", ");
}

function Slot(props: SlotProps) {
  const { table, state, slot, item, mark, cursor, carried, dragged } = props;
  const selected = item !== null && table.selected.value === item.id;
  const looks = item && [
    mark ?? "",
    selected ? "selected" : "",
    item.id === table.latest.value ? "latest" : "",
    item.id === carried ? "carried" : "",
    item.id === table.plan.value.discard ? "planned" : "",
    item.id === dragged ? "dragged" : "",
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the whole table are in keys.ts
    <div
      role="gridcell"
      class="slot"
      tabIndex={cursor ? 0 : -1}
      data-cell={slot}
      aria-selected={selected}
      aria-label={slotLabel(props)}
      onClick={() => tapSlot(table, slot)}
    >
      {item && (
        <span
          key={item.id}
          class={`held ${looks?.join(" ")}`}
          data-testid={item.tile ? "tile" : undefined}
          data-tile={item.tile}
          data-slot={slot}
          data-item={item.id}
          data-place={`item-${item.id}`}
        >
          {item.tile ? <TileFace tile={item.tile} wild={state.wild} /> : <TileBack />}
        </span>
      )}
    </div>
  );
}

const DOUBLE_TAP_MS = 350;
let lastTap = { item: 0, at: 0 };

function tappedTwice(item: number): boolean {
  const at = performance.now();
  const twice = lastTap.item === item && at - lastTap.at < DOUBLE_TAP_MS;
  lastTap = { item, at };
  return twice;
}

/** A tap on a tile selects it; on a free slot it moves the selected tile there. */
export function tapSlot(table: Table, slot: number): void {
  const item = table.rack.value.slots[slot] ?? null;
  if (item?.tile && tappedTwice(item.id) && settings.value.doubleTap) return table.discard(item.id);
  if (item?.tile) table.select(item.id);
  const selected = table.selected.value;
  if (!item && selected !== null) {
    table.moveTile(selected, slot);
    table.selected.value = null;
  }
}

export interface RackViewProps {
  table: Table;
  state: TableState;
  cursor: number;
  carried: number | null;
  dragged: number | null;
  covered: boolean;
}

export function RackView({ table, state, cursor, carried, dragged, covered }: RackViewProps) {
  const grid = useGlide(table);
  const rack = table.rack.value;
  const all = table.marks.value;
  return (
    <section class="rack" aria-label={t("rack")} inert={covered}>
      <div
        ref={grid}
        class="grid"
        role="grid"
        aria-label={t("rack")}
        data-rack
        data-rows={rack.rows}
        data-cols={rack.cols}
      >
        {Array.from({ length: rack.rows }, (_, row) => (
          <div key={row} role="row" class="row">
            {rack.slots.slice(row * rack.cols, (row + 1) * rack.cols).map((item, col) => {
              const slot = row * rack.cols + col;
              return (
                <Slot
                  key={slot}
                  table={table}
                  state={state}
                  slot={slot}
                  item={item}
                  mark={all[slot] ?? null}
                  cursor={slot === cursor}
                  carried={carried}
                  dragged={dragged}
                />
              );
            })}
          </div>
        ))}
      </div>
    </section>
  );
}
