import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** What a page's sheet may add to. */
const SHARED = new Set(["prose", "table"]);

const bare = (path: string) => readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const classes = (text: string) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name ?? "");

/** The class that each selector begins with: what the sheet lays hands on. */
function leading(text: string): Set<string> {
  const selectors = [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, list]) => (list ?? "").split(","));
  return new Set(selectors.flatMap((one) => /^\s*\.([a-z][\w-]*)/.exec(one)?.[1] ?? []));
}

test("a page's sheet, which stays when the page is left, does not touch what is another's", () => {
  const pages = readdirSync("src/styles").map((name) => `src/styles/${name}`);
  for (const page of pages) {
    const own = [...leading(bare(page))].filter((name) => !SHARED.has(name));
    assert.ok(own.length > 20, page);
    for (const other of ["src/styles.css", ...pages].filter((path) => path !== page)) {
      const theirs = new Set(classes(bare(other)));
      assert.deepEqual(
        own.filter((name) => theirs.has(name)),
        [],
        `${page} and ${other}`,
      );
    }
  }
});
