import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// `npm run size` writes the table of docs/develop/architecture.md: lines of source and tests, and words of pages, by folder, at a
// fixed commit and at HEAD.

const ROOT = join(import.meta.dirname, "..");
const PAGE = join(ROOT, "docs/develop/architecture.md");
const BEFORE = "53a019e2";
const GENERATED = "src/web/api/types/endpoints.d.ts";
/** Folders of src/ with fewer lines before share a row. */
const OWN_ROW = 2000;
const REST = "lines: other folders of `src/`";
const START = "<!-- size -->";
const END = "<!-- /size -->";

/** Lines or words by the name of a row. */
type Sizes = ReadonlyMap<string, number>;

const commit = git("rev-parse", "--short=8", "HEAD").trim();
const all = measure(BEFORE);
const [before, now] = [merged(all), merged(measure("HEAD"))];
const names = [...new Set([...before.keys(), ...now.keys()])].toSorted();
const table = [
  `| | before (\`${BEFORE}\`) | now (\`${commit}\`) |`,
  "|---|---|---|",
  ...names.map((name) => `| ${name} | ${figure(before.get(name))} | ${figure(now.get(name))} |`),
].join("\n");
const page = readFileSync(PAGE, "utf8");
const [start, end] = [page.indexOf(START), page.indexOf(END)];
if (start < 0 || end < start) throw new Error(`${PAGE} lacks ${START} or ${END}`);
writeFileSync(PAGE, `${page.slice(0, start + START.length)}\n\n${table}\n\n${page.slice(end)}`);
process.stdout.write(`${table}\n`);

/** The sizes of all rows at a commit. */
function measure(revision: string): Sizes {
  const sizes = new Map<string, number>();
  const folder = mkdtempSync(join(tmpdir(), "tallybox-size-"));
  try {
    execFileSync("tar", ["-x", "-C", folder], {
      input: execFileSync("git", ["archive", revision], { cwd: ROOT, maxBuffer: Number.MAX_SAFE_INTEGER }),
    });
    for (const path of git("ls-tree", "-r", "--name-only", "-z", revision).split("\0"))
      for (const { name, unit } of rowsOf(path)) {
        const text = readFileSync(join(folder, path), "utf8");
        const size = text.match(unit === "lines" ? /\n/g : /\S+/g)?.length ?? 0;
        sizes.set(name, (sizes.get(name) ?? 0) + size);
      }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return sizes;
}

/** The sizes with one row for the small folders of src/. */
function merged(sizes: Sizes): Sizes {
  const rows = new Map<string, number>();
  for (const [name, size] of sizes) {
    const row = name.startsWith("lines: `src/") && (all.get(name) ?? 0) < OWN_ROW ? REST : name;
    rows.set(row, (rows.get(row) ?? 0) + size);
  }
  return rows;
}

/** The rows that a file counts in. */
function rowsOf(path: string): { readonly name: string; readonly unit: "lines" | "words" }[] {
  const [top = "", folder = ""] = path.split("/");
  if (path.endsWith(".md")) {
    if (path.startsWith("docs/translations/")) return [{ name: "words: translations", unit: "words" }];
    const own = top === "docs" && folder !== "glossary.md" ? `\`docs/${folder}/\`` : "other pages";
    return ["words: English pages", `words: ${own}`].map((name) => ({ name, unit: "words" }));
  }
  if (path === GENERATED || !/\.(?:tsx?|css|sql|c|sh|pl|js)$/.test(path)) return [];
  if (top === "src") {
    const [own = ""] = /^src\/(?:web\/(?:console|terminal)|\w[\w-]*(?=\/))/.exec(path) ?? ["src/main.ts"];
    return ["lines: all of `src/`", `lines: \`${own}\``].map((name) => ({ name, unit: "lines" }));
  }
  return ["test", "scripts", "migrations"].includes(top)
    ? [{ name: `lines: \`${top}/\``, unit: "lines" }]
    : [];
}

function figure(size: number | undefined): string {
  return size === undefined ? "–" : size.toLocaleString("en").replaceAll(",", " ");
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: Number.MAX_SAFE_INTEGER });
}
