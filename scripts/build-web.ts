import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build, type InlineConfig, type Plugin } from "vite";
import { VERSION } from "../src/platform/version.ts";
import { type BuiltParts, filesOf, PARTS } from "./built-parts.ts";
import { writeLocaleFiles } from "./locale-files.ts";
import { sharedChunks } from "./shared-chunks.ts";
import { collectPackages, shippedPackages } from "./shipped-packages.ts";

// Builds the client (src/web/) and replaces dist/web/ if the build succeeds. scripts/setup.sh calls it when a source is newer.
// --out and --version set another folder and version.

const root = join(import.meta.dirname, "..");
const web = join(root, "src/web");
const { values } = parseArgs({
  options: {
    out: { type: "string", default: join(root, "dist/web") },
    version: { type: "string", default: VERSION.version },
  },
});
const target = resolve(values.out);
// The server matches names in any letter case, so two names must not differ only in case.
const NAMES = {
  hashCharacters: "hex",
  chunkFileNames: ({ name }: { readonly name: string }) => `assets/${name.toLowerCase()}-[hash].js`,
} as const;
const staging = `${target}.${process.pid}`;
/** The third-party packages in the client. */
const packages = new Set<string>();
const plugins = () => [collectPackages(root, packages)];
/** The signals of a worker, which renders nothing, without Preact. */
const signalsAlone: Plugin = {
  name: "signals-alone",
  enforce: "pre",
  resolveId(id, importer) {
    return id === "@preact/signals" ? this.resolve("@preact/signals-core", importer) : null;
  },
};

// A new object for each build, because Vite changes it.
const common = () =>
  ({
    root: web,
    configFile: false,
    logLevel: "warn",
    define: { __VERSION__: JSON.stringify(values.version) },
    plugins: plugins(),
    // "button_primary": a fraction of the bytes of hashes, which don't compress. No global class has an underscore.
    css: { modules: { generateScopedName: (name, file) => `${basename(file, ".module.css")}_${name}` } },
    worker: { format: "es", plugins: () => [...plugins(), signalsAlone], rolldownOptions: { output: NAMES } },
    build: {
      outDir: staging,
      emptyOutDir: true,
      // The oldest supported browser is that of a handheld (Chromium 77).
      target: "es2019",
      cssTarget: "chrome77",
      rolldownOptions: {
        input: [join(web, "index.html"), join(web, "console.html")],
        output: { ...NAMES, codeSplitting: sharedChunks(root) },
      },
      manifest: PARTS,
      // Images inside the code would need a wider content security policy.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // The terminal's service worker serves its requests: the browser would not use preloaded files, and would warn.
        resolveDependencies: (_file, files, { hostId, hostType }) =>
          hostType === "html" && hostId.endsWith("index.html") ? [] : files,
      },
      reportCompressedSize: false,
    },
  }) satisfies InlineConfig;

/** The configuration of the service worker: one classic script with the list of all files of its build. */
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
        input: join(web, "service-worker/service-worker.ts"),
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
  };
}

/**
 * The files that the terminal needs to start offline, with their hashes. The camera's decoder is large, so the client stores it
 * after its first use. The files of the console alone are excluded, because it needs the server.
 */
function shell() {
  const consoleOnly = consoleOnlyFiles();
  const names = readdirSync(staging, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => relative(staging, join(entry.parentPath, entry.name)))
    .filter((name) => !consoleOnly.has(name))
    .sort();
  const pathOf = (name: string) => (name === "index.html" ? "/" : `/${name}`);
  const files = names.map((name) => ({
    path: pathOf(name),
    sha256: createHash("sha256")
      .update(readFileSync(join(staging, name)))
      .digest("hex"),
    isLarge: name.endsWith(".wasm"),
  }));
  const build = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
  return { build, files };
}

/** The files that the console needs and the terminal does not. */
function consoleOnlyFiles(): ReadonlySet<string> {
  const parts = JSON.parse(readFileSync(join(staging, PARTS), "utf8")) as BuiltParts;
  const terminal = filesOf(parts, "index.html", { dynamic: true });
  const only = [...filesOf(parts, "console.html", { dynamic: true })].filter((name) => !terminal.has(name));
  // Not in the manifest: the event stream shared by all tabs, which is a worker, and the texts.
  const others = readdirSync(join(staging, "assets")).filter((name) =>
    /^(shared-stream|console-\w+-texts)/.test(name),
  );
  return new Set([...only, ...others.map((name) => `assets/${name}`), "console.html", PARTS]);
}

mkdirSync(dirname(target), { recursive: true });
try {
  await build(common());
  writeLocaleFiles(staging);
  await build(worker());
  // Written after the worker, which lists all earlier files.
  writeFileSync(join(staging, "licences.json"), JSON.stringify(shippedPackages(root, packages)));
  writeFileSync(join(staging, ".built"), "");
  rmSync(target, { recursive: true, force: true });
  renameSync(staging, target);
} finally {
  rmSync(staging, { recursive: true, force: true });
}
