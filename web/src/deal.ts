/** The deal of a round, computed again from its secret and nonces (docs/fair-deals.md). */
import { sha256, toHex } from "./sha256";
import { RANKS, SUITS, type Tile } from "./tiles";

export interface Draw {
  player: number;
  face: Tile;
}

export interface Deal {
  /** Players in turn order, the starter first. */
  order: number[];
  /** One list for each drawing; the later ones are redraws. */
  draws: Draw[][];
  /** 106 faces: those dealt, the stock from its top, the indicator at the end. */
  wall: Tile[];
  /** Faces turned up, the indicator last. */
  turned: Tile[];
}

const TILES = 106;
const HAND = 14;
const STARRED = 52;

const text = (value: string) => new TextEncoder().encode(value);

function join(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const nameOf = (face: number): Tile =>
  face === STARRED ? "S" : `${SUITS[Math.floor(face / RANKS)]}${(face % RANKS) + 1}`;

/** Bytes without end: SHA-256 of the key and a counter, block after block. */
class Stream {
  private readonly key: Uint8Array;
  private block: Uint8Array = new Uint8Array();
  private blocks = 0;
  private used = 0;

  constructor(key: Uint8Array) {
    this.key = key;
  }

  private byte(): number {
    if (this.used === this.block.length) {
      const counter = new Uint8Array(4);
      new DataView(counter.buffer).setUint32(0, this.blocks++);
      this.block = sha256(join(this.key, counter));
      this.used = 0;
    }
    return this.block[this.used++] as number;
  }

  /** A number 0..bound-1; bytes that would favour some are passed over. */
  below(bound: number): number {
    const fair = 256 - (256 % bound);
    for (;;) {
      const value = this.byte();
      if (value < fair) return value % bound;
    }
  }
}

/** All tiles, drawn one by one; when none is left, all go back first. */
class Stock {
  private readonly stream: Stream;
  private readonly tiles = Array.from({ length: TILES }, (_, tile) => tile);
  private drawn = 0;

  constructor(stream: Stream) {
    this.stream = stream;
  }

  /** The next face, 0..52. */
  draw(): number {
    if (this.drawn === TILES) this.drawn = 0;
    const here = this.drawn++;
    const there = here + this.stream.below(TILES - here);
    const tile = this.tiles[there] as number;
    this.tiles[there] = this.tiles[here] as number;
    this.tiles[here] = tile;
    return Math.floor(tile / 2);
  }
}

function drawForOrder(group: number[], stock: Stock, draws: Draw[][]): number[] {
  const ranks = new Map<number, number>();
  for (let waiting = group; waiting.length; waiting = group.filter((player) => !ranks.has(player))) {
    const drawing = waiting.map((player) => ({ player, face: stock.draw() }));
    draws.push(drawing.map(({ player, face }) => ({ player, face: nameOf(face) })));
    for (const { player, face } of drawing) if (face !== STARRED) ranks.set(player, face % RANKS);
  }
  const highest = [...new Set(ranks.values())].sort((a, b) => b - a);
  return highest.flatMap((rank) => {
    const equal = group.filter((player) => ranks.get(player) === rank);
    return equal.length === 1 ? equal : drawForOrder(equal, stock, draws);
  });
}

function layOut(stream: Stream, players: number): { wall: Tile[]; turned: Tile[] } {
  const stock = new Stock(stream);
  const shuffled = Array.from({ length: TILES }, () => stock.draw());
  const dealt = HAND * players + 1;
  const indicator = shuffled.findIndex((face, place) => place >= dealt && face !== STARRED);
  const turned = shuffled.slice(dealt, indicator + 1);
  const rest = shuffled.slice(indicator + 1);
  for (const starred of turned.slice(0, -1)) rest.splice(stream.below(rest.length + 1), 0, starred);
  const wall = [...shuffled.slice(0, dealt), ...rest, ...turned.slice(-1)];
  return { wall: wall.map(nameOf), turned: turned.map(nameOf) };
}

/** What a secret of 32 bytes and the players' nonces of 16 bytes decide; an order given is not drawn for. */
export function deal(secret: Uint8Array, nonces: readonly Uint8Array[], order?: readonly number[]): Deal {
  const stream = new Stream(sha256(join(text("istaka deal 1\n"), secret, ...nonces)));
  const draws: Draw[][] = [];
  const players = nonces.map((_, player) => player);
  const seats = order ? [...order] : drawForOrder(players, new Stock(stream), draws);
  return { order: seats, draws, ...layOut(stream, nonces.length) };
}

export function commitment(secret: Uint8Array): string {
  return toHex(sha256(secret));
}

/** The nonce of a bot, or of a player whose own did not come in time, in hexadecimal. */
export function fixedNonce(table: string, round: number, player: number): string {
  return toHex(sha256(text(`istaka nonce 1\n${table}\n${round}\n${player}`)).slice(0, 16));
}

/** The tiles dealt to a seat, in the order dealt: the k-th of the wall goes to seat k mod n. */
export function handOf(wall: readonly Tile[], seat: number, players: number): Tile[] {
  const dealt = HAND * players + 1;
  return wall.slice(0, dealt).filter((_, place) => place % players === seat);
}
