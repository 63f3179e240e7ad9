/** Dragging with one pointer: tiles of the rack, the top of the stock, the top of the pile I may take from. */
import { signal } from "@preact/signals";
import { type Box, centre, farEnough, type Grid, moved, type Point, slotAt, targetAt } from "../geometry";
import type { Tile } from "../tiles";
import { fly } from "./motion";
import { previousPlayer } from "./state";
import type { Table } from "./store";

/** What hangs at the pointer; `item` is null for a tile that is not mine yet. */
export interface Ghost {
  item: number | null;
  tile: Tile | null;
  box: Box;
}

interface Zone {
  element: Element;
  drop: string;
  box: Box;
}

interface Press {
  pointer: number;
  type: string;
  start: Point;
  /** The tile under the pointer, its face and where it comes from. */
  element: Element;
  item: number | null;
  source: "rack" | "stock" | "take";
}

const NEAR = 8;
const AROUND = 28;

export class Drag {
  readonly ghost = signal<Ghost | null>(null);
  private readonly root: HTMLElement;
  private readonly table: Table;
  private press: Press | null = null;
  private box: Box | null = null;
  private grid: Grid | null = null;
  private zones: Zone[] = [];
  private over: Element | null = null;

  constructor(root: HTMLElement, table: Table) {
    this.root = root;
    this.table = table;
    root.addEventListener("pointerdown", this.down);
    root.addEventListener("touchmove", this.hold, { passive: false });
  }

  stop(): void {
    this.root.removeEventListener("pointerdown", this.down);
    this.root.removeEventListener("touchmove", this.hold);
    this.end();
  }

  private readonly down = (event: PointerEvent): void => {
    if (this.press) return this.cancel();
    if (!event.isPrimary || event.button !== 0) return;
    const target = event.target as Element;
    const held = target.closest<HTMLElement>("[data-item]");
    const source = target.closest<HTMLElement>("[data-source]");
    const element = held ?? source;
    if (!element) return;
    this.press = {
      pointer: event.pointerId,
      type: event.pointerType,
      start: { x: event.clientX, y: event.clientY },
      element,
      item: held ? Number(held.dataset.item) : null,
      source: held ? "rack" : (source?.dataset.source as "stock" | "take"),
    };
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.up);
    addEventListener("pointercancel", this.cancel);
    addEventListener("keydown", this.key, true);
  };

  private readonly move = (event: PointerEvent): void => {
    const { press } = this;
    if (!press || event.pointerId !== press.pointer) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.box && !farEnough(press.start, now, press.type)) return;
    if (!this.box && !this.begin(press)) return this.end();
    const start = this.ghost.value?.box;
    if (!start) return;
    this.box = moved(start, press.start, now);
    this.place(start);
    this.mark();
  };

  /** A tile that is flicked is no fling of the page: browsers drop the tap that comes soon after one. */
  private readonly hold = (event: TouchEvent): void => {
    if (this.press && event.touches.length === 1 && event.cancelable) event.preventDefault();
  };

  private begin(press: Press): boolean {
    const tile = this.tileOf(press);
    const face = [...press.element.querySelectorAll(".tile")].at(-1) ?? press.element;
    if (tile === undefined) return false;
    this.box = face.getBoundingClientRect();
    this.ghost.value = { item: press.item, tile, box: this.box };
    const rack = this.root.querySelector<HTMLElement>("[data-rack]");
    if (rack) {
      const { left, top, width, height } = rack.getBoundingClientRect();
      this.grid = {
        left,
        top,
        width,
        height,
        rows: Number(rack.dataset.rows),
        cols: Number(rack.dataset.cols),
      };
    }
    this.zones = [...this.root.querySelectorAll<HTMLElement>("[data-drop]")].map((element) => ({
      element,
      drop: element.dataset.drop ?? "",
      box: element.getBoundingClientRect(),
    }));
    this.root.setPointerCapture(press.pointer);
    this.root.toggleAttribute("data-dragging", true);
    return true;
  }

  /** The face to carry: null is a back; undefined is nothing that can be dragged. */
  private tileOf({ source, item }: Press): Tile | null | undefined {
    if (source === "rack") return this.table.item(item)?.tile ?? undefined;
    if (source === "stock") return null;
    const state = this.table.state.value;
    return state ? state.piles[previousPlayer(state)]?.at(-1) : undefined;
  }

  private place(start: Box): void {
    const element = document.querySelector<HTMLElement>("[data-ghost]");
    if (!element || !this.box) return;
    element.style.transform = `translate(${this.box.left - start.left}px,${this.box.top - start.top}px)`;
  }

  private zoneAt(point: Point, margin: number): Zone | null {
    return this.press?.source === "rack" ? targetAt(this.zones, point, margin) : null;
  }

  private target(): Zone | number | null {
    if (!this.box) return null;
    const point = centre(this.box);
    const slot = () => (this.grid ? slotAt(this.grid, point) : null);
    return this.zoneAt(point, NEAR) ?? slot() ?? this.zoneAt(point, AROUND);
  }

  private mark(): void {
    const target = this.target();
    const element =
      typeof target === "number"
        ? this.root.querySelector(`[data-cell="${target}"]`)
        : (target?.element ?? null);
    if (element === this.over) return;
    this.over?.removeAttribute("data-over");
    element?.setAttribute("data-over", "");
    this.over = element;
  }

  private readonly up = (event: PointerEvent): void => {
    const { press, box } = this;
    if (!press || event.pointerId !== press.pointer) return;
    const target = this.target();
    const ghost = this.ghost.value;
    this.end();
    if (!box || !ghost) return;
    if (press.type === "mouse") swallowClick();
    this.drop(press, ghost, box, target);
  };

  private drop(press: Press, ghost: Ghost, box: Box, target: Zone | number | null): void {
    const { table } = this;
    if (press.item === null) {
      if (typeof target !== "number") fly(ghost.tile, box, press.element.getBoundingClientRect());
      else if (press.source === "stock") table.draw(target, box);
      else table.take(target, box);
    } else if (typeof target === "number") table.moveTile(press.item, target, box);
    else if (target?.drop === "discard") table.discard(press.item, box);
    else if (target?.drop === "finish") table.finishWith(press.item, box);
    else table.glideBack(press.item, box);
  }

  private readonly cancel = (): void => {
    const item = this.press?.item ?? null;
    const mouse = this.press?.type === "mouse";
    const { box } = this;
    this.end();
    if (box && mouse) swallowClick();
    if (box && item !== null) this.table.glideBack(item, box);
  };

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.box) return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
  };

  private end(): void {
    removeEventListener("pointermove", this.move);
    removeEventListener("pointerup", this.up);
    removeEventListener("pointercancel", this.cancel);
    removeEventListener("keydown", this.key, true);
    this.over?.removeAttribute("data-over");
    this.root.removeAttribute("data-dragging");
    this.over = null;
    this.press = null;
    this.box = null;
    this.ghost.value = null;
  }
}

/** The click that a browser makes of the end of a drag is not a tap; a finger that was held makes none. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 60);
}
