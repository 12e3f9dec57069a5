import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { entryOf, type LoggedEvent } from "../../src/security-log/journal.ts";
import { createFolder } from "../harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { startServerProcess } from "./process.ts";
import { startServiceManager } from "./service-manager.ts";

const EVENT_WRITER = join(import.meta.dirname, "../../src/security-log/journal.ts");
const LOG = join(import.meta.dirname, "../../src/platform/log.ts");

const EVENT: LoggedEvent = {
  ...{ oid: 12, at: "2026-11-20T08:00:00.000Z", lastAt: "2026-11-20T08:00:30.000Z", count: 3 },
  ...{ kind: "login", outcome: "failure", reason: "wrongCredentials", tenantId: 1 },
  user: { id: 3, userName: "user", fullName: "Uma Svoboda" },
  device: null,
  target: null,
  address: "10.0.0.7",
  details: { method: "pin" },
};

/** The fields of an entry that has no value of several lines. */
const fieldsOf = (entry: Buffer) => entry.toString().split("\n").slice(0, -1);

test("a journal entry has a field for each filter, and the complete message", () => {
  const fields = fieldsOf(entryOf(EVENT, false));
  expect(fields.slice(1)).toEqual([
    ...["PRIORITY=5", "SYSLOG_FACILITY=10", "SYSLOG_IDENTIFIER=tallybox"],
    ...["TALLYBOX_EVENT=login", "TALLYBOX_EVENT_ID=12", "TALLYBOX_OUTCOME=failure"],
    ...["TALLYBOX_REASON=wrongCredentials", "TALLYBOX_COUNT=3", "TALLYBOX_TENANT_ID=1"],
    ...["TALLYBOX_USER_ID=3", "TALLYBOX_USER=user", "TALLYBOX_ADDRESS=10.0.0.7"],
  ]);
  expect(JSON.parse(fields[0]?.slice("MESSAGE=".length) ?? "")).toMatchObject({ event: EVENT });
  expect(fieldsOf(entryOf({ ...EVENT, kind: "lock" }, true))).toContain("PRIORITY=4");
});

test("a value of several lines makes no extra field", () => {
  const device = { id: 4, name: "a\nTALLYBOX_EVENT=forged" };
  const entry = entryOf({ ...EVENT, device }, false).toString("latin1");
  expect(entry).toContain("TALLYBOX_DEVICE\n\x17\0\0\0\0\0\0\0a\nTALLYBOX_EVENT=forged\n");
});

/** Opens a file that stands for the journal's stream; returns it and its `JOURNAL_STREAM`. */
function openJournalStream() {
  const fd = openSync(join(createFolder(), "journal"), "w");
  onTestFinished(() => closeSync(fd));
  const { dev, ino } = fstatSync(fd);
  return { fd, JOURNAL_STREAM: `${dev}:${ino}` };
}

/** Runs a program that records an event, with the unit's environment and standard error; returns its standard output. */
async function recordEvent(
  environment: Readonly<Record<string, string>>,
  stderr: number | "inherit" = "inherit",
): Promise<string> {
  const program = join(createFolder(), "record.mjs");
  writeFileSync(
    program,
    `import { flushLog, makeLog } from ${JSON.stringify(LOG)};
    import { makeEventWriter } from ${JSON.stringify(EVENT_WRITER)};
    const log = makeLog("info");
    makeEventWriter(log, process.env)(${JSON.stringify(EVENT)});
    flushLog(log);`,
  );
  const child = spawn(process.execPath, [program], {
    env: { ...MINIMAL_ENVIRONMENT, ...environment },
    stdio: ["ignore", "pipe", stderr],
  });
  if (child.stdout === null) throw new Error("no output");
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  return output;
}

test("under systemd an event is an entry of the journal, sent by the main process", async () => {
  const journal = await startServiceManager();
  const socket = journal.environment["NOTIFY_SOCKET"] ?? "";
  const { fd, JOURNAL_STREAM } = openJournalStream();
  expect(await recordEvent({ JOURNAL_STREAM, JOURNAL_SOCKET: socket }, fd)).toBe("");
  await expect.poll(() => journal.messages()).toHaveLength(1);
  expect(journal.messages()[0]).toContain(" TALLYBOX_EVENT=login ");
});

test("without a journal, and where it does not listen, an event is a line of JSON", async () => {
  const socket = join(createFolder(), "nobody");
  const { fd, JOURNAL_STREAM } = openJournalStream();
  for (const environment of [{}, { JOURNAL_STREAM, JOURNAL_SOCKET: socket }]) {
    const { msg, event } = JSON.parse(await recordEvent(environment, fd));
    expect([msg, event]).toEqual(["security event", EVENT]);
  }
});

test("a login at the server that the unit starts is in the journal", async () => {
  const journal = await startServiceManager();
  const socket = journal.environment["NOTIFY_SOCKET"] ?? "";
  const { fd, JOURNAL_STREAM } = openJournalStream();
  const environment = { JOURNAL_STREAM, JOURNAL_SOCKET: socket };
  const { url } = await startServerProcess(createFolder(), environment, [], fd);
  await fetch(`${url}/api/pwa-auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ userId: 1, pin: "4711" }),
  });
  await expect.poll(() => journal.messages().join()).toContain("TALLYBOX_EVENT=login ");
  expect(journal.messages().join()).toContain("TALLYBOX_ADDRESS=127.0.0.1");
});
