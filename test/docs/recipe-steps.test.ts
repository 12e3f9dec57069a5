import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { migrate } from "../../src/storage/database/migrations.ts";
import { createFolder } from "../harness/folder.ts";
import { exists } from "./pages.ts";
import { applyRecipe, type Recipe, readRecipes } from "./recipe.ts";

// Whether the changed lines are there; recipes.test.ts runs the commands.

const ROOT = join(import.meta.dirname, "../..");
const recipes = readRecipes();

test("there are recipes for an endpoint, a setting, a field, a list, a locale and a printer language", () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    "Add an endpoint",
    "Add a setting",
    "Add a field of an article",
    "Add a list",
    "Add a locale",
    "Add a printer language",
  ]);
});

/** The files that a recipe changes, adds or generates. */
function filesOf({ steps }: Recipe): ReadonlySet<string> {
  return new Set(
    steps.flatMap((step) => {
      if (step.kind !== "commands") return [step.path];
      return step.commands.filter((command) => command.startsWith("node scripts/generate-"));
    }),
  );
}

const ofRecords = recipes.filter(({ title }) => /field|list/.test(title));
test.each(ofRecords.map((recipe) => [recipe.title, filesOf(recipe).size, filesOf(recipe)] as const))(
  "“%s” takes %i files and the texts, 10 at most",
  (_, count, files) => {
    expect(count, [...files].join("\n")).toBeLessThanOrEqual(10);
  },
);

test.each(recipes.map((recipe) => [recipe.title, recipe] as const))(
  "the steps of “%s” apply to the files of today",
  (_, recipe) => {
    const folder = createFolder();
    for (const step of recipe.steps)
      if (step.kind === "patch") {
        mkdirSync(dirname(join(folder, step.path)), { recursive: true });
        cpSync(join(ROOT, step.path), join(folder, step.path));
      } else if (step.kind === "file") expect(exists(step.path), step.path).toBe(false);
    expect(() => applyRecipe(recipe, folder)).not.toThrow();
  },
);

const migrations = recipes.flatMap(({ title, steps }) =>
  steps.flatMap((step) =>
    step.kind === "file" && /^migrations\/\d+/.test(step.path) ? [[title, step.content] as const] : [],
  ),
);
test.each(migrations)("the migration of “%s” applies to the tables of today, and loses nothing", (_, sql) => {
  const db = new Database(":memory:");
  migrate(db, "memory");
  const names = () =>
    db
      .prepare<[], string>(
        `SELECT s.name || '.' || ifnull(c.name, '') || iif(c."notnull", ' NOT NULL', '') || ifnull(' DEFAULT ' || c.dflt_value, '') FROM sqlite_schema AS s LEFT JOIN pragma_table_info(s.name) AS c`,
      )
      .pluck()
      .all();
  const before = names();
  db.exec(sql);
  const after = new Set(names());
  expect(before.filter((name) => !after.has(name))).toEqual([]);
  db.close();
});
