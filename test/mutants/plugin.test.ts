import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeMutant, mutantsOf } from "./mutants.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILE = "src/domain/message-format.ts";

/** The exit status of a small test file, with a mutant or without. */
function run(mutant?: object): number | null {
  const { TALLYBOX_MUTANT: _, ...env } = process.env;
  const mutated = mutant && { TALLYBOX_MUTANT: JSON.stringify({ file: FILE, mutant }) };
  const args = ["run", "--project", "source", "test/i18n/message.test.ts"];
  return spawnSync("vitest", args, { cwd: ROOT, env: { ...env, ...mutated } }).status;
}

test("a mutant is in force although the file itself was read in an earlier run", () => {
  const source = readFileSync(join(ROOT, FILE), "utf8");
  const mutant = mutantsOf(source).find(({ kind }) => kind === "condition");
  expect(run()).toBe(0);
  expect(run(mutant), mutant && describeMutant(source, mutant)).toBe(1);
  expect(run()).toBe(0);
});

test("the built programs, threads and jobs have the mutant", () => {
  const source = readFileSync(join(ROOT, FILE), "utf8");
  const start = source.indexOf("throw new");
  const mutant = { start, end: start, replacement: 'throw new Error("mutated"); ' };
  const built = join(ROOT, "dist/mutant-test");
  try {
    execFileSync("node", ["scripts/build-server.ts", "--out", built], {
      cwd: ROOT,
      env: { ...process.env, TALLYBOX_MUTANT: JSON.stringify({ file: FILE, mutant }) },
    });
    const texts = globSync("*.js", { cwd: built }).map((name) => readFileSync(join(built, name), "utf8"));
    expect(texts.join()).toContain('new Error("mutated")');
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
});
