/** Prints what each route weighs, gzipped, and fails over budget: `node size.mjs [DIR]`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const DIR = process.argv[2] ?? "dist";
const KB = 1000;
const HOME_BUDGET = 40;
const PAGE_BUDGET = 60;
/** The shell with what pages share, and the page. */
const FILES = 2;
/** The sheet of the shell and the table; that of a page is inside its script, and so are its words. */
const STYLES_BUDGET = 12;
const LOCALE_BUDGET = 10;

async function weigh(names) {
  const sizes = await Promise.all(
    names.map(async (name) => gzipSync(await readFile(join(DIR, name))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const { scripts, styles, locales } = JSON.parse(await readFile(join(DIR, "routes.json"), "utf8"));
const { home, lobby, ...others } = scripts;
const rows = [
  ["home", home, HOME_BUDGET],
  ["lobby", lobby, HOME_BUDGET],
  ...Object.entries(others).map(([name, files]) => [name, files, PAGE_BUDGET]),
  ["styles", [styles], STYLES_BUDGET],
  ...locales.map((name) => [name, [name], LOCALE_BUDGET]),
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
