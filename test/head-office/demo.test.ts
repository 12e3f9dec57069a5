import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { outputOf } from "../harness/output.ts";

test("the demo shows a stocktake of one site at the head office, and leaves no file when it is ended", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tallybox-demo-"));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const demo = spawn(process.execPath, [join(import.meta.dirname, "demo.ts")], {
    env: { ...process.env, TMPDIR: folder, DISPLAY: "", WAYLAND_DISPLAY: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void demo.kill("SIGKILL"));
  const results = await outputOf(demo.stdout, /the head office has its (\d+) results:[\s\S]*Ctrl\+C/);
  expect(Number(results)).toBeGreaterThan(0);
  const ended = once(demo, "exit");
  demo.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(readdirSync(folder)).toEqual([]);
});
