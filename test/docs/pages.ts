import { globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A documentation page. */
export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  /** The text without code blocks. */
  readonly prose: string;
}

/** A link of a page to a file of the repository. */
export interface Link {
  readonly from: string;
  /** From the root of the repository. */
  readonly to: string;
  /** Null where the link has none. */
  readonly anchor: string | null;
}

/** Reads every documentation page in English. The links of a translation are those of its page (test/help/translations.test.ts). */
export function readPages(): Page[] {
  const paths = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "test/README.md",
    ...globSync("docs/**/*.md", { cwd: ROOT, exclude: ["docs/translations/**"] }),
  ];
  return paths.toSorted().map((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    return { path, text, prose: text.replace(/^```[\s\S]*?^```/gm, "") };
  });
}

/** The relative links and pictures of a page. */
export function linksOf({ path, prose }: Page): Link[] {
  const withoutCode = prose.replace(/`[^`\n]*`/g, "");
  const targets = Array.from(
    withoutCode.matchAll(/\]\(([^()\s]+)\)|<img src="([^"]+)"/g),
    ([, link, picture]) => link ?? picture ?? "",
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = "", anchor = null] = target.split("#");
      const to = file === "" ? path : relative(ROOT, join(ROOT, dirname(path), file));
      return { from: path, to, anchor };
    });
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf({ prose }: Page): string[] {
  const seen = new Map<string, number>();
  return Array.from(prose.matchAll(/^#{1,6} (.+)$/gm), ([, heading = ""]) => {
    const text = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim()
      .toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** Reads a file of the repository; its path is from the root. */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Whether a path of the repository exists. */
export function exists(path: string): boolean {
  return statSync(join(ROOT, path), { throwIfNoEntry: false }) !== undefined;
}

/** The names of the source files, without their folders. */
export function sourceFileNames(): ReadonlySet<string> {
  return new Set(
    globSync("{src,test,scripts,migrations}/**/*.*", { cwd: ROOT }).map((path) => basename(path)),
  );
}

/** The rows of the first table below a heading, cell by cell, without its head. */
export function tableBelow({ path, text }: Page, heading: string): string[][] {
  const start = text.indexOf(`# ${heading}\n`);
  if (start < 0) throw new Error(`${path} has no heading "${heading}"`);
  const [table = ""] = /(?:^\|.*\n)+/m.exec(text.slice(start)) ?? [];
  const rows = table.trim().split("\n").slice(2);
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}
