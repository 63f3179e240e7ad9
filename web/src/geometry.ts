/** The pure part of dragging: when a press becomes a drag, and where a tile would land. */

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Grid extends Box {
  rows: number;
  cols: number;
}

/** Pixels a pointer moves before a press is a drag. */
export function threshold(pointerType: string): number {
  return pointerType === "mouse" ? 4 : 8;
}

export function farEnough(start: Point, now: Point, pointerType: string): boolean {
  return Math.hypot(now.x - start.x, now.y - start.y) >= threshold(pointerType);
}

export function centre(box: Box): Point {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

export function contains(box: Box, { x, y }: Point, margin = 0): boolean {
  return (
    x >= box.left - margin &&
    x <= box.left + box.width + margin &&
    y >= box.top - margin &&
    y <= box.top + box.height + margin
  );
}

/** The slot of the rack under a point, null outside; a little beyond the edge still counts. */
export function slotAt(grid: Grid, point: Point, margin = 12): number | null {
  if (!contains(grid, point, margin)) return null;
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  const col = clamp(Math.floor(((point.x - grid.left) / grid.width) * grid.cols), grid.cols - 1);
  const row = clamp(Math.floor(((point.y - grid.top) / grid.height) * grid.rows), grid.rows - 1);
  return row * grid.cols + col;
}

/** The tile's box while it is dragged: it moves by exactly what the pointer moved, without a jump. */
export function moved(box: Box, start: Point, now: Point): Box {
  const { width, height } = box;
  return { left: box.left + now.x - start.x, top: box.top + now.y - start.y, width, height };
}

/** The first target that holds the point, or comes as near to it as the margin. */
export function targetAt<T extends { box: Box }>(
  targets: readonly T[],
  point: Point,
  margin: number,
): T | null {
  return targets.find(({ box }) => contains(box, point, margin)) ?? null;
}
