import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export const SOURCE = join(import.meta.dirname, "../../src");

/** One import, with paths relative to `src/`. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** The forms of an import: `from "…"`, `import "…"`, `import("…")` and the path of a worker's module. */
const FORMS =
  /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|\bnew URL\(\s*|\bjoin\(\s*import\.meta\.dirname,\s*)"([^"]+\.tsx?)"/g;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/).*$/gm;

/** Every import among the files of `src/`, type imports included, sorted. */
export function readImports(): Import[] {
  return globSync("**/*.{ts,tsx}", { cwd: SOURCE }).toSorted().flatMap(importsOf);
}

/** The first folder of a path; a file of `src/` itself is its own. */
export function folderOf(path: string): string {
  return path.split("/")[0] ?? path;
}

function importsOf(from: string): Import[] {
  const text = readFileSync(join(SOURCE, from), "utf8").replaceAll(COMMENT, "");
  const found = Array.from(text.matchAll(FORMS), ([, path = ""]) =>
    relative(SOURCE, join(SOURCE, dirname(from), path)),
  );
  return [...new Set(found)].toSorted().map((to) => ({ from, to }));
}
