import { expect, test } from "vitest";
import type { OutgoingEventData } from "../../src/domain/outgoing-event-types.ts";
import { textIn } from "../../src/i18n/text.ts";
import { lineOf } from "../../src/notices/render.ts";
import { outgoingEventsAfter } from "../../src/outgoing-events/outgoing-events.ts";
import { eventually } from "../harness/eventually.ts";
import { startServerWithClock } from "../harness/server.ts";
import { createMachine, INSTALLED } from "./machine.ts";

const FAILED = {
  action: "upgrade",
  from: INSTALLED,
  version: "99.0.0",
  state: "failed",
  reason: "unhealthy",
};
const FIRST = "2026-11-23T10:00:00Z";
const SECOND = "2026-11-24T10:00:00Z";

async function startOnMachine() {
  const machine = createMachine();
  const { clock, server } = await startServerWithClock({ upgradePlaces: machine.places });
  const { admin } = server;
  const failed = async () => (await server.admin.get("/api/box")).body.failedUpgrade;
  const events = () =>
    outgoingEventsAfter(server.appliance.dependencies.storage.db, 1, 0, 1000)
      .filter(({ type }) => type === "upgrade.failed")
      .map(({ data }) => JSON.parse(data));
  return { machine, clock, server, admin, failed, events };
}

test("a failed upgrade needs attention until an Admin has seen it", async () => {
  const { machine, admin, failed, server } = await startOnMachine();
  expect(await failed()).toBeNull();
  machine.record({ ...FAILED, at: FIRST });
  expect(await failed()).toEqual({ action: "upgrade", version: "99.0.0", at: FIRST });
  expect((await admin.get("/api/upgrade")).body.lastResult.isSeen).toBe(false);
  const { status, body } = await admin.put("/api/upgrade/seen", { at: FIRST });
  expect({ status, isSeen: body.lastResult.isSeen }).toEqual({ status: 200, isSeen: true });
  await server.restart();
  expect(await failed()).toBeNull();
});

test("a later failure needs attention although the earlier one was seen", async () => {
  const { machine, admin, failed } = await startOnMachine();
  machine.record({ ...FAILED, at: FIRST });
  await admin.put("/api/upgrade/seen", { at: FIRST });
  machine.record({ ...FAILED, at: SECOND });
  expect(await failed()).toMatchObject({ at: SECOND });
});

test.each(["running", "done"])(
  "a failed upgrade needs no attention where a later one is %s",
  async (state) => {
    const { machine, failed } = await startOnMachine();
    machine.record({ ...FAILED, at: FIRST });
    expect(await failed()).not.toBeNull();
    machine.record({ ...FAILED, state, reason: "", at: SECOND });
    expect(await failed()).toBeNull();
  },
);

test.each([
  ["to the installed version", { from: "0.0.1", version: INSTALLED }, null],
  ["to an older version than the installed one", { from: "0.0.1", version: "0.0.2" }, null],
  ["to a newer version than the installed one", { from: "0.0.1", version: "99.0.0" }, "99.0.0"],
  ["to an older version, which was refused,", { version: "0.0.2", reason: "older" }, "0.0.2"],
])("a failed upgrade %s counts only until that one or a newer one runs", async (_, record, version) => {
  const { machine, admin, failed } = await startOnMachine();
  machine.record({ ...FAILED, ...record, at: FIRST });
  expect((await failed())?.version ?? null).toBe(version);
  expect((await admin.get("/api/upgrade")).body.lastResult?.version ?? null).toBe(version);
});

test("going back that has failed counts until the previous version runs", async () => {
  const { machine, failed } = await startOnMachine();
  machine.record({ ...FAILED, action: "return", version: "0.0.1", at: FIRST });
  expect(await failed()).toMatchObject({ action: "return", version: "0.0.1" });
  machine.record({ ...FAILED, action: "return", from: "99.0.0", version: INSTALLED, at: FIRST });
  expect(await failed()).toBeNull();
});

test("a failed upgrade is an event, once, and again for the next one", async () => {
  const { machine, clock, events } = await startOnMachine();
  const pass = () => clock.advance(61_000);
  machine.record({ ...FAILED, at: FIRST });
  pass();
  await eventually(() => expect(events()).toEqual([{ action: "upgrade", version: "99.0.0", at: FIRST }]));
  machine.record({ ...FAILED, action: "return", at: SECOND });
  pass();
  await eventually(() => expect(events().map(({ at }) => at)).toEqual([FIRST, SECOND]));
});

test.each<[OutgoingEventData["upgrade.failed"], string]>([
  [{ action: "upgrade", version: "2.0.0", at: FIRST }, "The upgrade to version 2.0.0 has failed."],
  [{ action: "return", version: "2.0.0", at: FIRST }, "Going back to version 2.0.0 has failed."],
  [{ action: null, version: null, at: FIRST }, "An upgrade of the server has failed."],
])("the e-mail about %j leads to the upgrade page", (data, text) => {
  const line = lineOf({ type: "upgrade.failed", data, at: FIRST }, { locale: "en", timeZone: "UTC" });
  expect(line?.path).toBe("/system/upgrade");
  expect(line && textIn(line.text, "en")).toBe(`${text} See the upgrade page.`);
});
