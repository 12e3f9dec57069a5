import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRepositoryFile } from "./pages.ts";

// The recipes of docs/develop/recipes.md. A block `diff` changes the file that its first line names (`+++ path`), blocks `ts` and
// `sql` are new files (`// path`, `-- path`; NNNN is the number of the next migration of its folder), a block `sh` has commands.

const PAGE = "docs/develop/recipes.md";
const ROOT = join(import.meta.dirname, "../..");

/** A block of a recipe. */
type Step =
  | { readonly kind: "patch"; readonly path: string; readonly before: string; readonly after: string }
  | { readonly kind: "file"; readonly path: string; readonly content: string }
  | { readonly kind: "commands"; readonly commands: readonly string[] };

export interface Recipe {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The recipes of the page. */
export function readRecipes(): Recipe[] {
  const [, ...sections] = readRepositoryFile(PAGE).split(/^## /m);
  return sections.map((section) => ({
    title: section.slice(0, section.indexOf("\n")),
    steps: Array.from(section.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, language = "", text = ""]) =>
      stepOf(language, text),
    ),
  }));
}

function stepOf(language: string, text: string): Step {
  const [first = "", ...rest] = text.trimEnd().split("\n");
  if (language === "sh") return { kind: "commands", commands: [first, ...rest] };
  if (language === "ts" || language === "sql") {
    const named = first.replace(/^(?:\/\/|--) /, "");
    const path = named.includes("NNNN") ? named.replace("NNNN", nextNumber(dirname(named))) : named;
    return { kind: "file", path, content: `${rest.join("\n")}\n` };
  }
  const lines = (signs: string) =>
    rest.filter((line) => signs.includes(line.charAt(0))).map((line) => line.slice(1));
  const [before, after] = [lines(" -").join("\n"), lines(" +").join("\n")];
  return { kind: "patch", path: first.replace("+++ ", ""), before, after };
}

/** The number of the next migration of a folder, as in the names of the files. */
function nextNumber(folder: string): string {
  const numbers = readdirSync(join(ROOT, folder)).map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}

/** Applies the patches and new files of a recipe to a folder. `run` runs its commands. Throws with the step that does not apply. */
export function applyRecipe(
  { title, steps }: Recipe,
  folder: string,
  run: (command: string) => void = () => {},
): void {
  for (const step of steps) {
    if (step.kind === "commands") for (const command of step.commands) run(command);
    else if (step.kind === "file") write(join(folder, step.path), step.content);
    else patch(title, join(folder, step.path), step);
  }
}

function patch(title: string, file: string, { path, before, after }: Extract<Step, { kind: "patch" }>): void {
  const parts = readFileSync(file, "utf8").split(before);
  if (parts.length !== 2)
    throw new Error(
      `${PAGE}, "${title}": ${path} has these lines ${parts.length - 1} times, not once. Bring the recipe up to date.\n${before}`,
    );
  write(file, parts.join(after));
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
