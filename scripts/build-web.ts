import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build, type InlineConfig } from "vite";
import { VERSION } from "../src/platform/version.ts";
import { type BuiltParts, filesOf, PARTS } from "./built-parts.ts";
import { sharedChunks } from "./shared-chunks.ts";
import { notePackages, shippedPackages } from "./shipped-packages.ts";

// Builds the client (src/web/) into dist/web/, whole or not at all. scripts/setup.sh calls it where a source is newer.
// --out and --version build another one elsewhere.

const root = join(import.meta.dirname, "..");
const web = join(root, "src/web");
const { values } = parseArgs({
  options: {
    out: { type: "string", default: join(root, "dist/web") },
    version: { type: "string", default: VERSION.version },
  },
});
const made = resolve(values.out);
// Names are matched without regard to case at the box, so they must not differ by it.
const NAMES = {
  hashCharacters: "hex",
  chunkFileNames: ({ name }: { readonly name: string }) => `assets/${name.toLowerCase()}-[hash].js`,
} as const;
const fresh = `${made}.${process.pid}`;
/** What the client was taken from, of others. */
const packages = new Set<string>();
const noting = () => [notePackages(root, packages)];

// Made anew for each build: Vite writes into what it is given.
const common = () =>
  ({
    root: web,
    configFile: false,
    logLevel: "warn",
    define: { __VERSION__: JSON.stringify(values.version) },
    plugins: noting(),
    worker: { format: "es", plugins: noting, rolldownOptions: { output: NAMES } },
    build: {
      outDir: fresh,
      emptyOutDir: true,
      // A handheld's browser (Chromium 77) is the oldest that is promised.
      target: "es2019",
      cssTarget: "chrome77",
      rolldownOptions: {
        input: [join(web, "index.html"), join(web, "console.html")],
        output: { ...NAMES, codeSplitting: sharedChunks(root) },
      },
      manifest: PARTS,
      // Small pictures inside the code would need a wider content security policy.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // The terminal's service worker answers its requests: the browser would not use what the page preloads, and warn.
        resolveDependencies: (_file, files, { hostId, hostType }) =>
          hostType === "html" && hostId.endsWith("index.html") ? [] : files,
      },
      reportCompressedSize: false,
    },
  }) satisfies InlineConfig;

/** The service worker: one classic script that knows every file of its build. */
function worker(): InlineConfig {
  const config = common();
  return {
    ...config,
    publicDir: false,
    define: { ...config.define, __SHELL__: JSON.stringify(shell()) },
    build: {
      ...config.build,
      emptyOutDir: false,
      manifest: false,
      rolldownOptions: {
        input: join(web, "worker/sw.ts"),
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
  };
}

/**
 * What is kept for a start of the terminal without the box, by content; the camera's decoder is large, so it is kept once it was
 * used. The console is nothing without the box: what only it needs is left out.
 */
function shell() {
  const consoleOnly = partsOfConsoleOnly();
  const names = readdirSync(fresh, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => relative(fresh, join(entry.parentPath, entry.name)))
    .filter((name) => !consoleOnly.has(name))
    .sort();
  const addressOf = (name: string) => (name === "index.html" ? "/" : `/${name}`);
  const files = names.map((name) => ({
    path: addressOf(name),
    sha256: createHash("sha256")
      .update(readFileSync(join(fresh, name)))
      .digest("hex"),
    isLarge: name.endsWith(".wasm"),
  }));
  const build = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
  return { build, files };
}

/** The files that the console needs and the terminal does not. */
function partsOfConsoleOnly(): ReadonlySet<string> {
  const parts = JSON.parse(readFileSync(join(fresh, PARTS), "utf8")) as BuiltParts;
  const terminal = filesOf(parts, "index.html", { later: true });
  const only = [...filesOf(parts, "console.html", { later: true })].filter((name) => !terminal.has(name));
  // The stream that all tabs share is a worker, so it is nobody's part.
  const workers = readdirSync(join(fresh, "assets")).filter((name) => name.startsWith("shared-stream"));
  return new Set([...only, ...workers.map((name) => `assets/${name}`), "console.html", PARTS]);
}

mkdirSync(dirname(made), { recursive: true });
try {
  await build(common());
  await build(worker());
  // After the worker, which keeps all that is there before it.
  writeFileSync(join(fresh, "licences.json"), JSON.stringify(shippedPackages(root, packages)));
  writeFileSync(join(fresh, ".built"), "");
  rmSync(made, { recursive: true, force: true });
  renameSync(fresh, made);
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
