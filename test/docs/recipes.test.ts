import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { applyRecipe, readRecipes } from "./recipe.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Types of the whole repository are checked. */
const LIMIT_MS = 30 * 60_000;

/** A copy of the repository's files, with its packages. */
function copyRepository(): string {
  const folder = createFolder();
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const path of listed.split("\0").filter((one) => one !== ""))
    cpSync(join(ROOT, path), join(folder, path), { force: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

test.each(readRecipes().map((recipe) => [recipe.title, recipe] as const))(
  "the recipe “%s” works as it is written",
  { timeout: LIMIT_MS },
  (title, recipe) => {
    const folder = copyRepository();
    const env = {
      ...MINIMAL_ENVIRONMENT,
      PATH: `${join(ROOT, "node_modules/.bin")}:${process.env["PATH"]}`,
      HOME: folder,
    };
    applyRecipe(recipe, folder, (command) => {
      const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
        cwd: folder,
        env,
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(`“${title}”: ${command} ended with ${status}\n${stdout}${stderr}`);
    });
    expect(recipe.steps.at(-1)?.kind).toBe("commands");
  },
);
