import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "./harness/eventually.ts";

/** A process that has logged at these levels, and what it has written. */
function startLogging(...levels: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "log-lines.ts"), ...levels]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stdout.on("data", (bytes: Buffer) => {
    text += bytes;
  });
  return { child, messages: () => [...text.matchAll(/"msg":"([^"]*)"/g)].map(([, message]) => message) };
}

test.each(["warn", "error"])(
  "an entry of level %s is written at once, with those before it",
  async (level) => {
    const { messages } = startLogging("info", level, "info");
    await eventually(() => expect(messages()).toEqual(["the info", `the ${level}`]));
  },
);

test("the other entries are collected, and written when the process ends", async () => {
  const { child, messages } = startLogging("info", "info");
  child.stdin.end();
  await once(child, "close");
  expect(messages()).toEqual(["the info", "the info"]);
});
