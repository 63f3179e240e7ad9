/** A table in the middle of a round, for tests: I am player 0, it is my turn to take. */
import type { TableInfo } from "../src/wire";

export const HAND = ["R3", "R4", "R5", "K9", "B9", "Y9", "J", "K11", "K12", "K13", "S", "Y1", "Y2", "R12"];

export function tableInfo(change: Partial<TableInfo> = {}): TableInfo {
  const player = (name: string, bot: "greedy" | null) => ({
    id: bot ? null : `id-${name}`,
    name,
    bot,
    away: false,
    here: true,
    kind: bot ? ("bot" as const) : ("account" as const),
    bank: 0,
  });
  return {
    id: "t1",
    you: 0,
    rules: {
      name: "remik",
      limit: 80,
      descending: false,
      ace_high: true,
      return_taken: "allow",
      bonus: "dealt",
      text: "remik limit=80 order=drawn_each_round",
    },
    clock: 0,
    rated: false,
    watch: false,
    delay: 0,
    players: [
      player("Anna", null),
      player("Ayşe", "greedy"),
      player("Can", "greedy"),
      player("Ola", "greedy"),
    ],
    totals: [20, 0, 0, 0],
    round: 3,
    phase: "take",
    turn: 0,
    deadline: null,
    bank: 0,
    order: [2, 3, 0, 1],
    indicator: "B5",
    wild: "B6",
    stock: 37,
    hand: HAND,
    sizes: [14, 14, 14, 14],
    piles: [["R1", "K2"], ["Y5"], ["K13"], ["B2", "R6"]],
    taken: null,
    can: { do: ["draw", "take"], discard: [], finish: [] },
    commitment: "00".repeat(32),
    nonced: [],
    draws: [],
    turned: ["B5"],
    result: null,
    ready: [],
    ending: [],
    ranking: null,
    log: [],
    ...change,
  };
}
