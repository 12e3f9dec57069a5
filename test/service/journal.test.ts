import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";

const LOG = join(import.meta.dirname, "../../src/platform/log.ts");
const PROGRAM = `import { flushLog, makeLog } from ${JSON.stringify(LOG)};
const log = makeLog("info");
for (const level of ["info", "warn", "error", "fatal"]) log[level](level);
`;

/** The log of a process whose output is this file, with or without the file being marked as the journal. */
async function logged(isJournal: boolean, end = "flushLog(log);"): Promise<string[]> {
  const file = join(createFolder(), "log");
  const stdout = openSync(file, "w");
  const { dev, ino } = fstatSync(stdout);
  const environment = { ...MINIMAL_ENVIRONMENT, JOURNAL_STREAM: isJournal ? `${dev}:${ino}` : "1:1" };
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", PROGRAM + end], {
    env: environment,
    stdio: ["ignore", stdout, "ignore"],
  });
  await once(child, "close");
  closeSync(stdout);
  return readFileSync(file, "utf8").trim().split("\n");
}

test("in the journal warnings and errors have their priority", async () => {
  const lines = await logged(true);
  expect(lines.map((line) => line.slice(0, 14))).toEqual([
    '{"level":30,"t',
    '<4>{"level":40',
    '<3>{"level":50',
    '<2>{"level":60',
  ]);
});

test("without the journal each line is JSON", async () => {
  expect((await logged(false)).map((line) => JSON.parse(line).msg)).toEqual([
    "info",
    "warn",
    "error",
    "fatal",
  ]);
});

test.each(["", "process.exit();", "throw new Error();"])(
  "a process that ends by '%s' writes the lines that wait",
  async (end) => {
    expect(await logged(false, end)).toHaveLength(4);
  },
);
