/** Prints what each route weighs, gzipped, and fails over budget: `node size.mjs [DIR]`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const DIR = process.argv[2] ?? "dist";
const KB = 1000;
const BUDGETS = { lobby: 40, table: 60, more: 60, styles: 12 };
/** The shell with what pages share, and the page. */
const FILES = 2;
const LOCALE_BUDGET = 10;

async function weigh(names) {
  const sizes = await Promise.all(
    names.map(async (name) => gzipSync(await readFile(join(DIR, name))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const routes = JSON.parse(await readFile(join(DIR, "routes.json"), "utf8"));
const rows = [
  ...Object.entries(BUDGETS).map(([name, budget]) => [name, routes[name], budget]),
  ...routes.locales.map((name) => [name, [name], LOCALE_BUDGET]),
];
let over = 0;
for (const [name, files, budget] of rows) {
  const size = await weigh(files);
  const verdict = size <= budget * KB && files.length <= FILES ? "ok" : "OVER";
  if (verdict !== "ok") over++;
  console.log(
    `${name.padEnd(24)} ${(size / KB).toFixed(1).padStart(6)} kB of ${budget} kB in ${files.length}  ${verdict}`,
  );
}
process.exit(over ? 1 : 0);
