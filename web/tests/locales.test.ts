import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FluentBundle, FluentResource } from "@fluent/bundle";

const LANGUAGES = ["en", "pl", "tr"] as const;
const PARTS = ["app", "fair", "lobby", "moderation", "people", "rules"] as const;
const text = (part: string, language: string) => readFileSync(`locales/${part}.${language}.ftl`, "utf8");

function messages(part: string, language: string): Map<string, unknown> {
  const resource = new FluentResource(text(part, language));
  return new Map(resource.body.map(({ id, value }) => [id, value]));
}

/** The names of all variables in a pattern, wherever they stand. */
function variables(pattern: unknown, found = new Set<string>()): string[] {
  if (Array.isArray(pattern)) for (const part of pattern) variables(part, found);
  else if (pattern && typeof pattern === "object") {
    const node = pattern as { type?: string; name?: string };
    if (node.type === "var" && node.name) found.add(node.name);
    variables(Object.values(pattern), found);
  }
  return [...found].sort();
}

const NUMBERS = {
  n: 3,
  rank: 6,
  points: 20,
  limit: 80,
  row: 1,
  slot: 2,
  round: 3,
  place: 2,
  part: 1,
  whole: 4,
};
const SELECTORS = { who: "other", how: "melds" };

/** Something for each of these variables: a number, a choice, else a text that shows which it is. */
function filled(names: readonly string[]): Record<string, string | number> {
  return { ...Object.fromEntries(names.map((name) => [name, `<${name}>`])), ...NUMBERS, ...SELECTORS };
}

/** Every message of a language as shown for some arguments. */
function shown(part: string, language: string): Map<string, string> {
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(text(part, language)));
  return new Map(
    [...messages(part, language).keys()].map((id) => {
      const errors: Error[] = [];
      const value = bundle.getMessage(id)?.value;
      assert.ok(value, `${language} ${id} has no text`);
      const words = bundle.formatPattern(value, filled(variables(value)), errors);
      assert.deepEqual(errors, [], `${language} ${id}`);
      return [id, words];
    }),
  );
}

function sources(folder = "src"): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [readFileSync(path, "utf8")] : [];
  });
}

for (const part of PARTS) {
  test(`${part}: every language has the same messages in the same order`, () => {
    const ids = LANGUAGES.map((language) => [...messages(part, language).keys()]);
    assert.deepEqual(ids[1], ids[0]);
    assert.deepEqual(ids[2], ids[0]);
  });

  test(`${part}: no language has a message twice or a line that Fluent passes over`, () => {
    for (const language of LANGUAGES) {
      const written = [...text(part, language).matchAll(/^([a-zA-Z][\w-]*) *=/gm)].map(([, id]) => id);
      assert.equal(new Set(written).size, written.length, language);
      assert.deepEqual([...messages(part, language).keys()], written, language);
    }
  });

  test(`${part}: a message takes the same arguments in every language`, () => {
    const english = messages(part, "en");
    for (const language of ["pl", "tr"]) {
      for (const [id, value] of messages(part, language)) {
        const own = variables(value);
        const expected = variables(english.get(id));
        // a language may choose its form by the speaker, but needs nothing that others do not give
        assert.deepEqual(own, expected, `${language} ${id}`);
      }
    }
  });

  test(`${part}: no English shows in Polish or Turkish`, () => {
    const same = new Set([
      ...[
        "seat-bot",
        "clock-seconds",
        "points-said",
        "points-plus",
        "points-minus",
        "menu",
        "letter-R",
        "letter-Y",
        "letter-B",
      ],
      ...["report-spam", "chair-bot", "kind-bot"],
      ...["letter-K", "round-n", "fair-round", "rules-points-stalemate"],
    ]);
    const english = shown(part, "en");
    for (const language of ["pl", "tr"]) {
      for (const [id, words] of shown(part, language)) {
        if (!same.has(id)) assert.notEqual(words, english.get(id), `${language} ${id}`);
      }
    }
  });
}

test("no two parts have a message of the same name: a page may have the words of several", () => {
  const all = PARTS.flatMap((part) => [...messages(part, "en").keys()]);
  assert.deepEqual(
    all.filter((id, i) => all.indexOf(id) !== i),
    [],
  );
});

test("every message that the program asks for by its full name exists", () => {
  const known = new Set(PARTS.flatMap((part) => [...messages(part, "en").keys()]));
  const asked = sources().flatMap((source) =>
    [...source.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, id]) => id ?? ""),
  );
  assert.ok(asked.length > 80);
  for (const id of asked) assert.ok(known.has(id), id);
});

test("every refusal of the rules and of the table has words", () => {
  const rules = readFileSync("../src/istaka/rules/actions.py", "utf8");
  const refusals = [...rules.matchAll(/^ {4}([A-Z_]+) = \d+$/gm)].map(([, name]) =>
    (name ?? "").toLowerCase(),
  );
  const table = readFileSync("../src/istaka/server/core/decide.py", "utf8");
  const problems = [...table.matchAll(/Problem\("(\w+)"/g)].map(([, code]) => code ?? "");
  const known = messages("app", "en");
  const codes = [...refusals.filter((name) => name !== "accepted"), ...problems];
  assert.ok(codes.includes("does_not_go_out") && codes.includes("not_your_turn"));
  for (const code of codes) assert.ok(known.has(`refused-${code}`), code);
});

test("every refusal of the service has words", () => {
  const source = readFileSync("../src/istaka/server/service/refused.py", "utf8");
  const codes = [...source.matchAll(/^ {4}([A-Z_]+) = /gm)].map(([, name]) => (name ?? "").toLowerCase());
  assert.ok(codes.includes("bad_name") && codes.includes("wrong_password"));
  const known = new Set(PARTS.flatMap((part) => [...messages(part, "en").keys()]));
  for (const code of codes) assert.ok(known.has(`problem-${code}`), code);
});

test("the words are those of the glossary", () => {
  const glossary = {
    pl: [
      ["tile-B", /niebiesk/],
      ["tile-K", /czarn/],
      ["tile-R", /czerwon/],
      ["tile-Y", /żółt/],
      ["tile-wild", /wieloznaczn/],
      ["tile-starred", /z gwiazdką/],
      ["indicator-label", /^Karta odkryta/],
      ["stock-label", /^Stos zakryty/],
      ["pile-empty", /[Ss]tos odkryty/],
      ["sort-runs", /^Sekwensy/],
      ["sort-sets", /^Komplety/],
      ["sort-pairs", /^Pary/],
      ["mark-meld", /układ/],
      ["ending-stalemate", /^Pat/],
      ["why-bonus", /bonus karty odkrytej/],
      ["points-of", /punktów karnych/],
      ["round-n", /^Runda/],
      ["match-over", /rozgrywki/],
    ],
    tr: [
      ["tile-B", /mavi/],
      ["tile-K", /siyah/],
      ["tile-R", /kırmızı/],
      ["tile-Y", /sarı/],
      ["tile-wild", /okey/],
      ["tile-starred", /^sahte okey/],
      ["indicator-label", /^Gösterge/],
      ["stock-label", /^Deste/],
      ["pile-empty", /atılan taşlar/],
      ["rack", /^Istaka/],
      ["sort-runs", /^Seri/],
      ["sort-sets", /^Grup/],
      ["sort-pairs", /^Çift/],
      ["mark-meld", /per/],
      ["ending-wild", /okey atarak/],
      ["ending-stalemate", /^Taş bitti/],
      ["why-bonus", /^gösterge/],
      ["points-of", /ceza puanı/],
      ["round-n", /el$/],
      ["match-over", /^Oyun/],
    ],
  } as const;
  for (const [language, rows] of Object.entries(glossary)) {
    const words = shown("app", language);
    for (const [id, pattern] of rows) assert.match(words.get(id) ?? "", pattern, `${language} ${id}`);
  }
});
