/** The golden vectors of deals, which the rules' own tests share. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export interface Vector {
  name: string;
  secret: string;
  nonces: string[];
  passed_on_order: string | null;
  commitment: string;
  draws: string[];
  order: string;
  turned: string;
  wall: string;
}

interface Vectors {
  fixed_nonces: { match: string; round: number; player: number; nonce: string }[];
  deals: Vector[];
}

const PLACE = resolve("..", "tests/golden/deals.json");

export const VECTORS = JSON.parse(readFileSync(PLACE, "utf8")) as Vectors;
