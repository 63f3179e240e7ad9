/**
 * Groups on the rack, from the meld table that the build takes from `istaka.rules.melds`.
 * No rule stands here: what a run or a set is, the table says.
 */
import { RANKS, WILD_KIND } from "./tiles";

export type Row = readonly number[];

export interface MeldTable {
  rows: readonly Row[];
  /** For each face the rows that hold it. */
  holding: readonly (readonly Row[])[];
}

export type Preference = "runs" | "sets";

export function meldTable(rows: readonly Row[]): MeldTable {
  const holding: Row[][] = Array.from({ length: WILD_KIND }, () => []);
  for (const row of rows) for (const face of row) holding[face]?.push(row);
  return { rows, holding };
}

const rankOf = (face: number) => face % RANKS;
const isSetRow = (row: Row) => row.every((face) => rankOf(face) === rankOf(row[0] ?? 0));

/** Whether these kinds together are one row of the table, wilds standing for what is missing. */
export function isMeld(kinds: readonly number[], table: MeldTable): boolean {
  const naturals = kinds.filter((kind) => kind !== WILD_KIND);
  const [first] = naturals;
  if (first === undefined || kinds.includes(-1)) return false;
  if (new Set(naturals).size !== naturals.length) return false;
  const rows = table.holding[first] ?? [];
  return rows.some((row) => row.length === kinds.length && naturals.every((kind) => row.includes(kind)));
}

export function isPair(a: number, b: number): boolean {
  return a >= 0 && b >= 0 && (a === b || a === WILD_KIND || b === WILD_KIND);
}

export type Mark = "meld" | "pair" | null;

/** For tiles standing side by side: which of them are parts of complete groups. */
export function markSegment(kinds: readonly number[], table: MeldTable): Mark[] {
  const [first, second] = kinds;
  if (kinds.length === 2 && first !== undefined && second !== undefined && isPair(first, second)) {
    return ["pair", "pair"];
  }
  // best[i]: the most tiles of kinds[i..] that lie in groups, and the length of the group that starts at i
  const best = new Array<number>(kinds.length + 1).fill(0);
  const length = new Array<number>(kinds.length).fill(0);
  for (let i = kinds.length - 1; i >= 0; i--) {
    best[i] = best[i + 1] ?? 0;
    for (let size = 3; size <= 5 && i + size <= kinds.length; size++) {
      const covered = size + (best[i + size] ?? 0);
      if (covered > (best[i] ?? 0) && isMeld(kinds.slice(i, i + size), table)) {
        best[i] = covered;
        length[i] = size;
      }
    }
  }
  const marks = new Array<Mark>(kinds.length).fill(null);
  for (let i = 0; i < kinds.length; ) {
    const size = length[i] ?? 0;
    if (size > 0) marks.fill("meld", i, i + size);
    i += Math.max(size, 1);
  }
  return marks;
}

/** Clusters of indices into the hand, in the order to lay them on the rack. */
export type Clusters = number[][];

interface Choice {
  score: number;
  rows: readonly Row[];
}

/** The rows that cover most of these tiles, those of the preferred sort first when equal. */
function bestRows(kinds: readonly number[], table: MeldTable, prefer: Preference): readonly Row[] {
  const counts = new Array<number>(WILD_KIND).fill(0);
  let wilds = 0;
  for (const kind of kinds) {
    if (kind === WILD_KIND) wilds++;
    else if (kind >= 0) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const seen = new Map<string, Choice>();

  const value = (row: Row, missing: number) =>
    row.length * 20 - missing * 2 + (isSetRow(row) === (prefer === "sets") ? row.length : 0);

  const search = (from: number, left: number): Choice => {
    let face = from;
    while (face < WILD_KIND && !counts[face]) face++;
    if (face === WILD_KIND) return { score: 0, rows: [] };
    const key = `${left}|${counts.slice(face).join("")}`;
    const known = seen.get(key);
    if (known) return known;

    counts[face] = (counts[face] ?? 0) - 1;
    let best = search(face, left);
    counts[face] = (counts[face] ?? 0) + 1;
    for (const row of table.holding[face] ?? []) {
      const present = row.filter((one) => counts[one]);
      const missing = row.length - present.length;
      if (missing > left) continue;
      for (const one of present) counts[one] = (counts[one] ?? 0) - 1;
      const rest = search(face, left - missing);
      for (const one of present) counts[one] = (counts[one] ?? 0) + 1;
      const score = value(row, missing) + rest.score;
      if (score > best.score) best = { score, rows: [row, ...rest.rows] };
    }
    seen.set(key, best);
    return best;
  };
  return search(0, wilds).rows;
}

/** Takes indices of a hand out one by one. */
class Pool {
  private readonly left: Set<number>;
  private readonly kinds: readonly number[];

  constructor(kinds: readonly number[]) {
    this.kinds = kinds;
    this.left = new Set(kinds.keys());
  }

  take(kind: number): number | undefined {
    for (const index of this.left) {
      if (this.kinds[index] === kind) {
        this.left.delete(index);
        return index;
      }
    }
    return undefined;
  }

  /** What is left, by the given order of kinds; wilds last. */
  rest(order: (kind: number) => number): number[] {
    const key = (index: number) => {
      const kind = this.kinds[index] ?? 0;
      return kind === WILD_KIND ? 9999 : order(kind);
    };
    const indices = [...this.left].sort((a, b) => key(a) - key(b));
    this.left.clear();
    return indices;
  }
}

const byColour = (kind: number) => kind;
const byRank = (kind: number) => rankOf(kind) * 4 + Math.floor(kind / RANKS);

/** Neighbours that could become a group stand together, the others apart. */
function cluster(indices: number[], kinds: readonly number[], together: (a: number, b: number) => boolean) {
  const clusters: Clusters = [];
  for (const index of indices) {
    const last = clusters.at(-1);
    const before = last?.at(-1);
    if (last && before !== undefined && together(kinds[before] ?? -1, kinds[index] ?? -1)) last.push(index);
    else clusters.push([index]);
  }
  return clusters;
}

const closeInRun = (a: number, b: number) =>
  a === b || (Math.floor(a / RANKS) === Math.floor(b / RANKS) && b - a <= 2);
const closeInSet = (a: number, b: number) => rankOf(a) === rankOf(b);

/** Sorts a hand into groups of the table first, then what is left in the same spirit. */
export function sortGroups(kinds: readonly number[], table: MeldTable, prefer: Preference): Clusters {
  const pool = new Pool(kinds);
  const clusters: Clusters = [];
  for (const row of bestRows(kinds, table, prefer)) {
    const indices = row.map((face) => pool.take(face) ?? pool.take(WILD_KIND));
    clusters.push(indices.filter((index) => index !== undefined));
  }
  const rest = pool.rest(prefer === "runs" ? byColour : byRank);
  const wilds = rest.filter((index) => kinds[index] === WILD_KIND);
  const naturals = rest.filter((index) => kinds[index] !== WILD_KIND);
  clusters.push(...cluster(naturals, kinds, prefer === "runs" ? closeInRun : closeInSet));
  if (wilds.length) clusters.push(wilds);
  return clusters;
}

/** Pairs first, then a wild beside each of the next single tiles, then the other singles. */
export function sortPairs(kinds: readonly number[]): Clusters {
  const pool = new Pool(kinds);
  const pairs: Clusters = [];
  const counts = new Map<number, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const order = [...counts.keys()].filter((kind) => kind !== WILD_KIND).sort((a, b) => byRank(a) - byRank(b));
  for (const kind of order) {
    for (let n = counts.get(kind) ?? 0; n >= 2; n -= 2) {
      const pair = [pool.take(kind), pool.take(kind)];
      pairs.push(pair.filter((index) => index !== undefined));
    }
  }
  const rest = pool.rest(byRank);
  const wilds = rest.filter((index) => kinds[index] === WILD_KIND);
  const singles = rest.filter((index) => kinds[index] !== WILD_KIND);
  const helped = wilds.map((wild, i) => [singles[i], wild].filter((index) => index !== undefined));
  return [...pairs, ...helped, ...singles.slice(wilds.length).map((index) => [index])];
}
