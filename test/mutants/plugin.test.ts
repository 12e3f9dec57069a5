import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeMutant, mutantsOf } from "./mutants.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILE = "src/domain/message-format.ts";

/** The exit status of a test file, with changes of the environment. */
function runTests(file: string, changed: NodeJS.ProcessEnv): number | null {
  const { TALLYBOX_MUTANT: _, ...env } = process.env;
  return spawnSync("vitest", ["run", file], { cwd: ROOT, env: { ...env, ...changed } }).status;
}

/** The exit status of a small test file, with a mutant or without. */
function run(mutant?: object): number | null {
  const mutated = mutant && { TALLYBOX_MUTANT: JSON.stringify({ file: FILE, mutant }) };
  return runTests("test/i18n/message.test.ts", { ...mutated });
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

test("the folder of a build is not remembered by later runs", () => {
  const file = "test/http/number-text.test.ts";
  expect(runTests(file, { TALLYBOX_BUILT: join(ROOT, "dist/no-such-build") })).toBe(1);
  expect(runTests(file, {})).toBe(0);
});
