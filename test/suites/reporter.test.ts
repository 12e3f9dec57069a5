import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The last lines of a run of these test files, from its first line about a single test. */
async function endOf(
  files: Readonly<Record<string, string>>,
): Promise<{ status: number | null; lines: string[] }> {
  // Within node_modules, where vitest is found.
  const folder = await mkdtemp(join(ROOT, "node_modules/.tallybox-reporter-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), `import { expect, test } from "vitest";\n${text}`);
  await writeFile(
    join(folder, "vitest.config.mjs"),
    `export default { test: { include: ["*.mjs"], exclude: ["vitest.config.mjs"] } };`,
  );
  const run = spawnSync("vitest", ["run", "--reporter", join(import.meta.dirname, "reporter.ts")], {
    cwd: folder,
    encoding: "utf8",
  });
  const lines = run.stdout.trim().split("\n");
  return {
    status: run.status,
    lines: lines.slice(lines.findIndex((line) => /^(skipped|failed): /.test(line))),
  };
}

test("a run ends with the skipped tests and reasons, the failed ones, and its figures", async () => {
  const { status, lines } = await endOf({
    "rules.mjs": `test("holds", () => {});
      test("is broken", () => expect(1).toBe(2));
      test("needs root", ({ skip }) => skip("no root"));`,
    "unreadable.mjs": `throw new Error("no such thing");`,
  });
  expect(lines).toEqual([
    "skipped: rules.mjs > needs root: no root",
    "failed: rules.mjs > is broken: expected 1 to be 2 // Object.is equality (line 3)",
    "failed: unreadable.mjs: an error outside of its tests",
    "1 passed, 2 failed",
  ]);
  expect(status).toBe(1);
});
