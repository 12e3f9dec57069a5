import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const VERIFY = join(import.meta.dirname, "../../scripts/verify.ts");

/** Runs the script of `npm run verify` with these shell commands instead of the compiler and the linter. */
async function verify(tsc: string, biome: string): Promise<{ status: number | null; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), "tallybox-verify-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, command] of [
    ["tsc", tsc],
    ["biome", biome],
  ] as const) {
    await writeFile(join(folder, name), `#!/bin/sh\n${command}\n`);
    await chmod(join(folder, name), 0o755);
  }
  const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
  return new Promise((done) => {
    const child = execFile(process.execPath, [VERIFY], { env }, (_, output) =>
      done({ status: child.exitCode, output }),
    );
  });
}

test("every part passes, and the status is 0", async () => {
  const { status, output } = await verify("echo read $*", "echo checked $*");
  expect(status).toBe(0);
  expect(output.match(/^passed: /gm)).toHaveLength(6);
  expect(output).toContain("read -p test/web\n");
});

test("the compiler fails for one part: it is named with its output, the others run, and the status is 1", async () => {
  const { status, output } = await verify('[ "$2" != src/web ] || { echo wrong here; exit 2; }', "true");
  expect(status).toBe(1);
  expect(output).toContain("failed: types of the web client: tsc -p src/web\nwrong here\n");
  expect(output.match(/^passed: /gm)).toHaveLength(5);
  expect(output).toMatch(/\nverify failed: types of the web client\n$/);
});

test("the linter fails or dies: the status is 1", async () => {
  expect((await verify("true", "exit 1")).status).toBe(1);
  const { status, output } = await verify("true", "kill -9 $$");
  expect(status).toBe(1);
  expect(output).toMatch(/\nverify failed: lint\n$/);
});
