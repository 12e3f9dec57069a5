import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/).*$/gm;

/** The code of every module by its path, without comments. */
const CODE = new Map(
  globSync("{src,test,scripts}/**/*.{ts,tsx,js,mjs}", { cwd: ROOT, exclude: ["**/node_modules/**"] }).map(
    (file) => [file, readFileSync(join(ROOT, file), "utf8").replaceAll(COMMENT, "")],
  ),
);
const SOURCES = [...CODE].filter(([file]) => file.startsWith("src/") && !file.endsWith(".d.ts"));

const DECLARED =
  /^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;
/** `import { a, type b as c } from "…"`, `export { a } from "…"`, `import * as a from "…"`. */
const NAMED = /(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\*(?:\s+as\s+(\w+))?)\s+from\s+"(\.[^"]+)"/g;
const DYNAMIC = /\bimport\(\s*"(\.[^"]+)"/g;
/** The module of a worker or of a job, which is loaded by its path. */
const LOADED = /(?:\bnew URL\(|\bjoin\(\s*import\.meta\.dirname,)\s*"([^"]+)"/g;

/** An import of a module as a whole; null as its name: its exports have names of their own there. */
interface WholeImport {
  readonly code: string;
  readonly name: string | null;
}

const named = new Set<string>();
const whole = new Map<string, WholeImport[]>();
const loaded = new Set<string>();
for (const [file, code] of CODE) {
  const pathOf = (relative = "") => join(dirname(file), relative);
  const add = (path: string, name: string | null) =>
    whole.set(path, [...(whole.get(path) ?? []), { code, name }]);
  for (const [, names, namespace = null, from] of code.matchAll(NAMED)) {
    if (names === undefined) add(pathOf(from), namespace);
    else for (const name of namesIn(names)) named.add(`${pathOf(from)} ${name.from}`);
  }
  for (const [, from] of code.matchAll(DYNAMIC)) add(pathOf(from), null);
  for (const [, from] of code.matchAll(LOADED)) loaded.add(pathOf(from));
}

/** The names of a list `a, type b as c`: `{ from: "b", to: "c" }`. */
function namesIn(list: string): { readonly from: string; readonly to: string }[] {
  return [...list.matchAll(/(?:type\s+)?(\w+)(?:\s+as\s+(\w+))?\s*(?:,|$)/g)].map(
    ([, from = "", to = from]) => ({ from, to }),
  );
}

function isUsed(file: string, name: string): boolean {
  if (named.has(`${file} ${name}`) || loaded.has(file)) return true;
  return (whole.get(file) ?? []).some((one) => {
    const isPassedOn = one.name === null || countOf(`\\b${one.name}\\b(?!\\.)`, one.code) > 1;
    return countOf(isPassedOn ? `\\b${name}\\b` : `\\b${one.name}\\s*\\.${name}\\b`, one.code) > 0;
  });
}

const countOf = (pattern: string, code: string) => [...code.matchAll(new RegExp(pattern, "g"))].length;

test("each export is imported by another file", () => {
  const unused = SOURCES.flatMap(([file, code]) => {
    const declared = [...code.matchAll(DECLARED)].map(([, name = ""]) => name);
    const listed = [...code.matchAll(LISTED)].flatMap(([, list = ""]) => namesIn(list).map(({ to }) => to));
    return [...declared, ...listed].filter((name) => !isUsed(file, name)).map((name) => `${file}: ${name}`);
  });
  expect(named.size).toBeGreaterThan(5000);
  expect(unused).toEqual([]);
});

/** A constant object, its lines between the braces. */
const TABLE = /^(export )?const (\w+)(?:: [^=]+)? = (?:\w+\()?\{\n([\s\S]*?)^\}/gm;
const IMPORT = /^import\s[\s\S]*?from ".*";$/gm;

const TABLES = SOURCES.flatMap(([file, code]) =>
  [...code.matchAll(TABLE)].map(([, exported, name = "", lines = ""]) => ({ file, exported, name, lines })),
).filter(({ lines }) => lines.includes("msg("));

/** The keys of a table whose number of uses is wanted; none where keys are computed. */
function keysBy(
  { file, exported, name, lines }: (typeof TABLES)[number],
  isWanted: (uses: number) => boolean,
) {
  const readers = exported === undefined ? [CODE.get(file) ?? ""] : [...CODE.values()];
  const uses = readers.flatMap((code) => [
    ...code.replace(IMPORT, "").matchAll(new RegExp(`(?<!const )\\b${name}\\b(?:\\.(\\w+))?`, "g")),
  ]);
  const used = uses.map(([, key]) => key);
  if (used.includes(undefined)) return [];
  return [...lines.matchAll(/^ {2}(\w+): (msg\()?/gm)]
    .map(([, key = "", isMessage]) => ({ key, isMessage: isMessage !== undefined }))
    .filter(({ key }) => isWanted(used.filter((one) => one === key).length))
    .map(({ key, isMessage }) => ({ isMessage, at: `${file}: ${name}.${key}` }));
}

test("each message of a table is used by its key", () => {
  expect(TABLES.length).toBeGreaterThan(100);
  expect(TABLES.flatMap((table) => keysBy(table, (uses) => uses === 0))).toEqual([]);
});

test("a message that the client shows in one place stands there, not in a table or constant", () => {
  const own = TABLES.filter(({ file, exported }) => file.startsWith("src/web/") && exported === undefined);
  const inTables = own.flatMap((table) => keysBy(table, (uses) => uses === 1).filter((one) => one.isMessage));
  const constants = SOURCES.filter(([file]) => file.startsWith("src/web/")).flatMap(([file, code]) =>
    [...code.matchAll(/^const (\w+) = msg\(/gm)]
      .filter(([, name]) => countOf(`\\b${name}\\b`, code) === 2)
      .map(([, name]) => `${file}: ${name}`),
  );
  expect([...inTables.map(({ at }) => at), ...constants]).toEqual([]);
});
