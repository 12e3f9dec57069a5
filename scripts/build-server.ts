import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Plugin, rolldown } from "rolldown";
import { mutation } from "../test/mutants/plugin.ts";

// Builds the server (src/, without the client) into dist/server/, and replaces it if the build succeeds: a few large modules
// instead of many small ones. scripts/setup.sh calls it when a source is newer. --out sets another folder beside dist/server/.

const root = join(import.meta.dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "dist/server") } } });
const target = resolve(values.out);
const staging = `${target}.${process.pid}`;

/** Entry points by program name. */
const PROGRAMS = {
  main: "main.ts",
  demo: "demo/main.ts",
  restore: "ops/backup/restore/restore.ts",
  "backup-done": "ops/backup/reported/backup-done.ts",
  tenant: "ops/cli/tenant/main.ts",
  rotate: "ops/cli/rotate/main.ts",
  "verify-record": "ops/cli/verify-record/main.ts",
  promote: "ops/cli/promote/main.ts",
  "head-office": "ops/cli/head-office/main.ts",
  doctor: "ops/doctor/main.ts",
  installer: "ops/installer/main.ts",
  "check-signature": "ops/cli/release/main.ts",
};
const STARTED = /new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/g;
/** The threads and processes that the programs start. Their names are unique. */
const started = globSync("src/**/*.ts", { cwd: root, exclude: ["src/web/**"] }).flatMap((file) =>
  [...readFileSync(join(root, file), "utf8").matchAll(STARTED)].map(([, name = ""]) => ({
    name,
    file: join(root, dirname(file), `${name}.ts`),
  })),
);

if (
  new Set([...Object.keys(PROGRAMS), ...started.map(({ name }) => name)]).size <
  Object.keys(PROGRAMS).length + started.length
)
  throw new Error("two programs, threads or processes have the same file name");

/** Packages that find their own files by their folder, or have a compiled part. */
const EXTERNAL =
  /^(better-sqlite3|sharp|pino|pdfkit|fontkit|bwip-js|zpl-renderer-js|swagger-ui-dist|dejavu-fonts-ttf)(\/|$)/;

/** All modules of the result are in one folder: paths that start at a source's folder are changed. */
const locations: Plugin = {
  name: "locations",
  transform: {
    filter: { code: "import.meta", id: { exclude: /node_modules/ } },
    handler: (code, id) =>
      code
        .replaceAll(STARTED, 'new URL("./$1.js", import.meta.url)')
        .replaceAll(
          "import.meta.dirname",
          `\`\${import.meta.dirname}/../../${relative(root, dirname(id))}\``,
        ),
  },
};

try {
  const build = await rolldown({
    cwd: root,
    platform: "node",
    logLevel: "silent",
    input: {
      ...Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, join(root, "src", file)])),
      ...Object.fromEntries(started.map(({ name, file }) => [name, file])),
    },
    external: EXTERNAL,
    plugins: [...mutation(), locations],
  });
  await build.write({ dir: staging, format: "esm", chunkFileNames: "chunk-[name]-[hash].js" });
  await build.close();
  writeFileSync(join(staging, ".built"), "");
  rmSync(target, { recursive: true, force: true });
  renameSync(staging, target);
} finally {
  rmSync(staging, { recursive: true, force: true });
}
