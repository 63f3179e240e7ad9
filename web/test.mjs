/** Bundles the tests and runs them with `node --test`: `node test.mjs [NAME...]`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const WEB = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const tests = readdirSync(join(WEB, "tests"))
  .filter((name) => name.endsWith(".test.ts"))
  .filter((name) => wanted.length === 0 || wanted.some((one) => name.startsWith(one)));
const out = mkdtempSync(join(tmpdir(), "istaka-web-"));
try {
  await build({
    absWorkingDir: WEB,
    entryPoints: tests.map((name) => `tests/${name}`),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { LOCALE_FILES: "{}", "import.meta.url": '"http://table.test/app.js"' },
    logLevel: "warning",
  });
  const files = tests.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
  const { status } = spawnSync(
    process.execPath,
    ["--enable-source-maps", "--test", "--test-force-exit", ...files],
    {
      cwd: WEB,
      stdio: "inherit",
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(out, { recursive: true });
}
