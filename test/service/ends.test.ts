import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unexpectedEnds } from "../../src/ops/doctor/report.ts";
import { EXIT } from "../../src/platform/startup-error.ts";
import { createFolder } from "../harness/folder.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/note-end.sh");

/** Runs ExecStopPost with the variables of an end of the service. */
function end(folder: string, result: string, code: string, status: string): void {
  const ended = { SERVICE_RESULT: result, EXIT_CODE: code, EXIT_STATUS: status };
  execFileSync("sh", [SCRIPT], { env: { PATH: process.env["PATH"], CACHE_DIRECTORY: folder, ...ended } });
}
const WATCHDOG = ["watchdog", "killed", "ABRT"] as const;

test("a requested stop is not counted", () => {
  const folder = createFolder();
  expect(unexpectedEnds(folder)).toEqual(["it has never ended unexpectedly"]);
  end(folder, "success", "exited", "0");
  expect(unexpectedEnds(folder)).toEqual(["it has never ended unexpectedly"]);
});

test("each unexpected end is counted and logged with its reason, equal ones in a row once", () => {
  const folder = createFolder();
  end(folder, ...WATCHDOG);
  for (const _ of [1, 2, 3]) end(folder, "exit-code", "exited", String(EXIT.full));
  end(folder, "oom-kill", "killed", "KILL");
  end(folder, "signal", "killed", "SEGV");
  const [count, ...last] = unexpectedEnds(folder);
  expect(count).toBe("it has ended unexpectedly 6 times; the last ones:");
  expect(last).toEqual([
    expect.stringMatching(/^ {2}20\S+Z: it did not respond for a minute and was killed \(watchdog\)$/),
    expect.stringMatching(
      /^ {2}20\S+Z \(3 times since 20\S+Z\): it ended by itself with status 15: the disk is full$/,
    ),
    expect.stringMatching(/: it was killed because memory ran out$/),
    expect.stringMatching(/: it was killed by a signal \(SEGV\)$/),
  ]);
});

test("the file keeps the last 20 kinds, and the count continues", () => {
  const folder = createFolder();
  for (let i = 1; i <= 25; i++) end(folder, "exit-code", "exited", String(i));
  expect(readFileSync(join(folder, "ends"), "utf8").trim().split("\n")).toHaveLength(20);
  expect(unexpectedEnds(folder)[0]).toBe("it has ended unexpectedly 25 times; the last ones:");
  expect(unexpectedEnds(folder).at(-1)).toMatch(/with status 25$/);
});
