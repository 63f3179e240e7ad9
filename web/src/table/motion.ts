/**
 * Motion explains: a tile moves from where it was to where it is. Whoever changes the table says where a
 * tile comes from; whoever draws it plays the way. Nothing waits for it.
 */
import { signal } from "@preact/signals";
import type { Box } from "../geometry";
import type { Tile } from "../tiles";

export const MOVE_MS = 180;
const EASING = "cubic-bezier(.2,.7,.3,1)";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const origins = new Map<string, Box>();

/** The box of a named place of the table (`stock`, `pile-2`, `seat-1`, `item-7`), null when it is not there. */
export function boxOf(place: string): Box | null {
  const element = document.querySelector(`[data-place="${place}"]`);
  return element ? element.getBoundingClientRect() : null;
}

/** The next time this thing is drawn it comes from there. */
export function comesFrom(thing: string, box: Box | null): void {
  if (box) origins.set(thing, box);
}

/** Where this thing comes from, told once. */
export function originOf(thing: string): Box | null {
  const box = origins.get(thing) ?? null;
  origins.delete(thing);
  return box;
}

/**
 * Plays the way of the tile inside an element from a box to where it stands now. The element itself is there
 * at once: whoever acts before the tile has arrived hits it all the same.
 */
export function arrive(element: Element, from: Box): void {
  const tile = element.querySelector(".tile");
  if (!tile || calm.matches) return;
  const to = element.getBoundingClientRect();
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const scale = to.width > 0 ? from.width / to.width : 1;
  const timing = { duration: MOVE_MS, easing: EASING };
  tile.animate([{ transform: `translate(${dx}px,${dy}px) scale(${scale})` }, { transform: "none" }], timing);
  element.closest(".slot")?.animate([{ zIndex: 20 }, { zIndex: 20 }], timing);
}

export interface Flight {
  id: number;
  /** null flies face down. */
  tile: Tile | null;
  from: Box;
  to: Box;
}

/** Tiles on their way between places that do not keep them in sight (stock to another seat). */
export const flights = signal<readonly Flight[]>([]);
let flightId = 0;

export function fly(tile: Tile | null, from: Box | null, to: Box | null): void {
  if (!from || !to || calm.matches || document.hidden) return;
  flights.value = [...flights.value, { id: ++flightId, tile, from, to }];
}

/** Plays a flight on its element and forgets it at the end. */
export function playFlight(element: HTMLElement, { id, from, to }: Flight): void {
  const at = (box: Box) =>
    `translate(${box.left + box.width / 2}px,${box.top + box.height / 2}px) translate(-50%,-50%)`;
  const frames = [
    { transform: at(from), opacity: 1 },
    { transform: at(to), opacity: 0.4 },
  ];
  element.animate(frames, { duration: MOVE_MS + 20, easing: EASING, fill: "forwards" }).onfinish = () => {
    flights.value = flights.value.filter((flight) => flight.id !== id);
  };
}
