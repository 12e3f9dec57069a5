import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readImports } from "../structure/imports.ts";
import { filesBySuite, reaching } from "../suites/suites.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Folders of `test/` that test a folder of `src/` under another name. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  access: ["access", "security"],
  articles: ["articles", "custom-fields", "site"],
  "bulk-edit": ["articles"],
  exchange: ["import", "export"],
  "outgoing-events": ["outgoing-events", "webhooks"],
  "security-log": ["security"],
  webhooks: ["webhooks", "rotate"],
};

const { source, server, isolated, long, system } = filesBySuite();
const tests = [...source, ...server, ...isolated, ...long];
const imports = readImports();

/** Show who may call each endpoint, in every role and with every scope. */
const ROLES = ["test/http/roles.test.ts", "test/access/api-keys/scopes.test.ts"];

/**
 * The tests that cover a file of `src/`, in the order in which they are tried: those that import it, those of its feature, then those
 * of all endpoints. A file of `src/domain/` belongs to the features that import it, directly or through others there.
 */
export function coveringTests(file: string): string[][] {
  const importing = reaching((one) => importsOf(one).includes(file));
  const direct = [...tests, ...system].filter(importing);
  const folders = new Set(
    featuresOf(file.slice("src/".length)).flatMap((feature) => FOLDERS[feature] ?? [feature]),
  );
  const ofFeature = tests.filter((test) => folders.has(test.split("/")[1] ?? "") && !direct.includes(test));
  const ofEndpoints = /routes?\.ts$/.test(file) ? ROLES : [];
  return [direct, ofFeature, ofEndpoints].filter((list) => list.length > 0);
}

/** The first folders of a file, or of the files that import one of `domain/`. */
function featuresOf(file: string): string[] {
  const [folder = ""] = file.split("/");
  if (folder !== "domain") return [folder];
  const files = new Set([file]);
  // Grows while it is read.
  for (const one of files)
    for (const { from, to } of imports) if (to === one && from.startsWith("domain/")) files.add(from);
  const users = imports.filter(({ to }) => files.has(to)).map(({ from }) => from.split("/")[0] ?? "");
  return [...new Set(users)].filter((user) => user !== "domain" && user !== "web");
}

/** The files of `src/` that a test module imports itself. */
function importsOf(test: string): string[] {
  const text = readFileSync(join(ROOT, test), "utf8");
  return Array.from(text.matchAll(/\bfrom\s+"((?:\.\.?\/)+src\/[^"]+)"/g), ([, path = ""]) =>
    join(dirname(test), path),
  );
}

/** The files whose mutants are tried: the pure rules, and those of the features. */
export function mutatedFiles(): { domain: string[]; rules: string[] } {
  const files = globSync("src/**/*.ts", {
    cwd: ROOT,
    exclude: [
      "src/{web,demo,sample,app,ops,platform,storage,http,i18n,help}/**",
      "src/**/*-worker.ts",
      "src/**/*.d.ts",
      // Drawings: their sizes are taste.
      "src/printing/layouts/ready-made.ts",
      "src/main.ts",
    ],
  }).toSorted();
  const isPure = (file: string) => file.startsWith("src/domain/");
  return { domain: files.filter(isPure), rules: files.filter((file) => !isPure(file)) };
}
