import { expect, test } from "vitest";
import { Invalid } from "../../src/domain/errors.ts";
import { cursorText, readCursor } from "../../src/http/endpoint/cursor.ts";
import { startServer } from "../harness/server.ts";

const AT = { change: 1234, oid: 56 };

test("a cursor is parsed as it was written", () => {
  expect(readCursor(cursorText(AT, "line"), "line", 1234)).toEqual(AT);
});

test.each([
  ["there is none yet", "", "line", 9999],
  ["the data have another time line since", cursorText(AT, "other"), "line", 9999],
  ["it is of the future", cursorText(AT, "line"), "line", 1233],
])("a client starts again where %s", (_, text, timeline, newest) => {
  expect(readCursor(text, timeline, newest)).toBe(null);
});

test.each(["x", "12", "-1-2-line", "1-2-", "1 -2-line", "zzzzzzzzzzzz-1-line", "1-2-line\n"])(
  "%j is not a cursor",
  (text) => {
    expect(() => readCursor(text, "line", 9999)).toThrow(Invalid);
  },
);

test("a restart keeps the timeline", async () => {
  const server = await startServer();
  const { timeline } = server.appliance.dependencies.storage;
  await server.restart();
  expect(server.appliance.dependencies.storage.timeline).toBe(timeline);
});

test("a changed copy starts a timeline of its own, and the original keeps its timeline", async () => {
  const server = await startServer();
  const { timeline } = server.appliance.dependencies.storage;
  const copy = await startServer({ from: server.folder });
  expect(copy.appliance.dependencies.storage.timeline).not.toBe(timeline);
  await server.restart();
  expect(server.appliance.dependencies.storage.timeline).toBe(timeline);
});
