/** Bundles the client: `node build.mjs --out DIR`. Needs Node alone, and what `npm ci --omit=dev` brings. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build, transform } from "esbuild";

const WEB = dirname(fileURLToPath(import.meta.url));

function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A name that changes with the content, in the form of esbuild's own: the server lets such files be kept. */
function hashed(name, content) {
  const digest = createHash("sha256").update(content).digest();
  const hash = Array.from(digest.subarray(0, 8), (byte) => BASE32[byte % 32]).join("");
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}-${hash}${name.slice(dot)}`;
}

/** Copies a file under a name that changes with its content. */
async function ship(out, from, name, edit = (raw) => raw) {
  const content = edit(await readFile(join(WEB, from)));
  const target = hashed(name, content);
  await writeFile(join(out, target), content);
  return target;
}

/** The icon inside the page: a request less. */
async function dataUrl(from) {
  return `data:image/svg+xml;base64,${(await readFile(join(WEB, from))).toString("base64")}`;
}

/** Fluent files without comments and empty lines. */
const compact = (raw) => raw.toString("utf8").replace(/^#.*\n|^\n/gm, "");

const LANGUAGES = ["pl", "tr", "en"];

/** The words of the shell, a file for each language. */
async function shipLocales(out) {
  const names = LANGUAGES.map((language) => `app.${language}.ftl`);
  const shipped = await Promise.all(names.map((name) => ship(out, `locales/${name}`, name, compact)));
  return Object.fromEntries(LANGUAGES.map((language, i) => [language, shipped[i]]));
}

/** The words of a group of pages, in every language. */
async function wordsOf(part) {
  const texts = LANGUAGES.map((language) => readFile(join(WEB, `locales/${part}.${language}.ftl`)));
  const words = (await Promise.all(texts)).map((raw, i) => [LANGUAGES[i], compact(raw)]);
  return { contents: JSON.stringify(Object.fromEntries(words)), loader: "json" };
}

/** A sheet of a group of pages. */
async function sheetOf(name) {
  const raw = await readFile(join(WEB, `src/styles/${name}.css`), "utf8");
  const { code } = await transform(raw, { loader: "css", minify: true, target: COMMON.target });
  return { contents: code.trim(), loader: "text" };
}

/**
 * `words:PART` and `sheet:NAME` are put into the file of the page that imports them: two requests less when it
 * is the first one. Where two pages import the same, each has its own, or it would be a third file.
 */
const inside = {
  name: "inside",
  setup({ onResolve, onLoad }) {
    for (const [namespace, make] of Object.entries({ words: wordsOf, sheet: sheetOf })) {
      onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path, importer }) => ({
        path: `${path.slice(namespace.length + 1)} for ${importer.slice(WEB.length + 1)}`,
        namespace,
      }));
      onLoad({ filter: /.*/, namespace }, ({ path }) => make(path.split(" ")[0]));
    }
  },
};

const COMMON = {
  absWorkingDir: WEB,
  bundle: true,
  minify: true,
  metafile: true,
  target: ["chrome110", "firefox115", "safari16.4"],
  legalComments: "none",
  logLevel: "warning",
};

async function bundleScripts(out, locales) {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: { app: "src/app.tsx" },
    outdir: out,
    format: "esm",
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { LOCALE_FILES: JSON.stringify(locales) },
    plugins: [inside],
  });
  return metafile;
}

/** The sheet of the shell and the table. */
async function bundleStyles(out, font) {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: ["src/styles.css"],
    outdir: out,
    entryNames: "[name]-[hash]",
    external: ["*.woff2"],
    plugins: [
      {
        name: "font",
        setup: ({ onResolve }) =>
          onResolve({ filter: /\.woff2$/ }, () => ({ path: `./${font}`, external: true })),
      },
    ],
  });
  return baseName(Object.keys(metafile.outputs)[0]);
}

const baseName = (path) => path.split("/").at(-1);

/**
 * The file with the shell. Every page imports `src/app.tsx`, so esbuild puts the shell and all that pages share
 * into one chunk, which starts by itself; the entry is left as a file that only imports it, and is not needed.
 */
async function shell(out, metafile) {
  const outputs = Object.entries(metafile.outputs);
  const [entry] = outputs.find(([, { entryPoint }]) => entryPoint === "src/app.tsx");
  const [chunk] = outputs.find(([, { inputs }]) => "src/app.tsx" in inputs);
  if (chunk === entry) fail("Each page must import src/app.tsx, or it is not in the chunk that pages share.");
  await rm(join(out, baseName(entry)));
  return chunk;
}

/** The name of a page by its module: `src/NAME/page.tsx` or `src/pages/NAME.tsx`. */
const pageName = (module) => /(\w+)(\/page)?\.tsx?$/.exec(module)[1];

/** What each page loads, for the budgets of size.mjs; `home` is the shell, which holds the first page. */
function pages(metafile, app) {
  const closure = (start) => {
    const all = new Set(start);
    for (const path of all) {
      for (const { path: next, kind } of metafile.outputs[path].imports)
        if (kind === "import-statement") all.add(next);
    }
    return [...all].map(baseName);
  };
  const onDemand = Object.entries(metafile.outputs)
    .filter(([, { entryPoint }]) => entryPoint && entryPoint !== "src/app.tsx")
    .map(([path, { entryPoint }]) => [pageName(entryPoint), closure([app, path])]);
  return { home: closure([app]), ...Object.fromEntries(onDemand) };
}

/** The worker that keeps the shell, with the files it keeps: those of every page but the large icon. */
async function bundleWorker(out, names) {
  const files = names.toSorted();
  const index = await readFile(join(out, "index.html"));
  const digest = createHash("sha256").update(files.join()).update(index).digest("hex").slice(0, 12);
  await build({
    ...COMMON,
    entryPoints: { sw: "src/sw.ts" },
    outdir: out,
    format: "iife",
    define: { KEPT: JSON.stringify({ name: `istaka-${digest}`, files }) },
  });
}

async function bundle(out) {
  const font = await ship(out, "fonts/rubik.woff2", "rubik.woff2");
  const icon = await ship(out, "public/icon.svg", "icon.svg");
  const touch = await ship(out, "public/icon-512.png", "icon-512.png");
  const manifest = await ship(out, "public/manifest.webmanifest", "manifest.webmanifest", (raw) =>
    raw.toString("utf8").replace("{{icon}}", icon).replace("{{touch}}", touch),
  );
  const locales = await shipLocales(out);
  const styles = await bundleStyles(out, font);
  const metafile = await bundleScripts(out, locales);
  const app = await shell(out, metafile);
  const page = await readFile(join(WEB, "index.html"), "utf8");
  const iconData = await dataUrl("public/icon.svg");
  const fill = { iconData, manifest, font, styles, app: baseName(app) };
  await writeFile(
    join(out, "index.html"),
    page.replace(/\{\{(\w+)\}\}/g, (_, name) => fill[name]),
  );
  const scripts = pages(metafile, app);
  const kept = [...Object.values(scripts).flat(), styles, ...Object.values(locales)];
  await bundleWorker(out, [...new Set([...kept, font, icon, manifest])]);
  await writeFile(
    join(out, "routes.json"),
    JSON.stringify({ scripts, styles, locales: Object.values(locales) }),
  );
}

async function main() {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  if (!values.out) fail("Say where to build to: node build.mjs --out DIR");
  if (!existsSync(join(WEB, "src/generated/melds.json"))) {
    fail("web/src/generated/melds.json is missing: run `python web/generate.py` first.");
  }
  const target = resolve(values.out);
  if (existsSync(target) && readdirSync(target).length > 0 && !existsSync(join(target, "routes.json"))) {
    fail(`${values.out} holds something that is no bundle: say another folder, or empty this one.`);
  }
  const out = `${target}.new`;
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await bundle(out);
  await rm(target, { recursive: true, force: true });
  await rename(out, target);
}

await main();
