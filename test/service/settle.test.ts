import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settle } from "../../src/ops/installer/settle.ts";
import { continueTimeline, openFolderState } from "../../src/storage/generations/folder-state.ts";
import { RootMachine } from "./root-machine.ts";

/** A machine whose power fails in the last step of an upgrade, and the timeline of its data. */
function prepare() {
  const machine = new RootMachine();
  machine.install("1.0.0", "2.0.0");
  const { app, data, trial } = machine.places;
  const state = openFolderState(data);
  const generation = "tally-20260101T000000000Z.db";
  state.begin("2026-01-01T00:00:00.000Z", { generation, frames: 1 });
  writeFileSync(join(data, generation), "");
  cpSync(data, trial, { recursive: true });
  continueTimeline(data, trial);
  const keep = `${data}.before-2.0.0`;
  writeFileSync(join(app, "switch"), `version=2.0.0\ndata=${trial}\nkeep=${keep}\n`);
  return { machine, data, keep, timeline: state.timeline };
}

test("after a power failure in the last step the new data continue the timeline, and the earlier data count as a copy", async () => {
  const { machine, data, keep, timeline } = prepare();
  await settle(machine);
  expect(existsSync(keep)).toBe(true);
  expect(openFolderState(data).timeline).toBe(timeline);
  expect(openFolderState(keep).timeline).not.toBe(timeline);
});

test("the last step itself leaves the timeline to the earlier data, because the change may go back to them", async () => {
  const { machine, keep, timeline } = prepare();
  await machine.withLock("change", () => settle(machine));
  expect(openFolderState(keep).timeline).toBe(timeline);
});

test("after a power failure behind the last step the next start ends the timeline of the earlier data", async () => {
  const { machine, keep, timeline } = prepare();
  await machine.withLock("change", () => settle(machine));
  await settle(machine);
  expect(openFolderState(keep).timeline).not.toBe(timeline);
});
