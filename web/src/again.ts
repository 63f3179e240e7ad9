/** Start a match, and remember how, so that the next one is one tap away. */
import { type PlayOptions, play } from "./api";
import { go } from "./route";
import { loadJson, saveJson } from "./storage";
import type { Level, TableInfo } from "./wire";

const DEFAULTS: PlayOptions = { players: 4, limit: 80, level: "greedy", clock: 0 };

export function lastOptions(): PlayOptions {
  return { ...DEFAULTS, ...loadJson<Partial<PlayOptions>>("play") };
}

export function keepOptions(options: PlayOptions): void {
  saveJson("play", options);
}

export async function start(options: PlayOptions): Promise<void> {
  keepOptions(options);
  const { table } = await play(options);
  go(`/t/${table}`);
}

/** The same again: players, limit, clock and the bots of this table. */
export async function newMatch({ players, rules, clock }: TableInfo): Promise<void> {
  const level = players.find(({ bot }) => bot !== null)?.bot ?? ("greedy" satisfies Level);
  const options = { players: players.length, limit: rules.limit, level, clock } as PlayOptions;
  keepOptions(options);
  const { table } = await play(options);
  go(`/t/${table}`, { replace: true });
}
