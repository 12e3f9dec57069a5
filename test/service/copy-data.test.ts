import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { settle } from "../../src/ops/installer/settle.ts";
import { copyData, copyPhotos, isStopped, neededKb } from "../../src/ops/installer/trial.ts";
import { endTimeline, openFolderState } from "../../src/storage/generations/folder-state.ts";
import { createSetAside, RootMachine } from "./root-machine.ts";

// The copy of the data for the trial of an upgrade. test/install/upgrading.sh runs whole upgrades.

const SET_ASIDE = "before-20260101T000000000Z";
const SET_ASIDE_BYTES = 3_000_000;

let machine: RootMachine;
beforeEach(() => {
  machine = new RootMachine();
  for (const folder of ["photos", "before-lunch"]) mkdirSync(data(folder));
  createSetAside(data(SET_ASIDE));
  writeFileSync(data("tally-20260201T000000000Z.db"), "now");
  writeFileSync(data(SET_ASIDE, "tally-20260101T000000000Z.db"), "x".repeat(SET_ASIDE_BYTES));
  writeFileSync(data("photos/1.jpg"), "photo");
  writeFileSync(data(".hidden"), "hidden");
  symlinkSync(SET_ASIDE, data("before-20260102T000000000Z"));
  chmodSync(data(), 0o750);
});

const data = (...names: string[]) => join(machine.places.data, ...names);
const trial = (...names: string[]) => join(machine.places.trial, ...names);

async function copy(): Promise<void> {
  await copyPhotos(machine, data());
  await copyData(machine, data());
}

test("all is copied but the folders that restores have set aside", async () => {
  await copy();
  const expected = readdirSync(data()).filter((name) => name !== SET_ASIDE);
  expect(readdirSync(trial()).sort()).toEqual(expected.sort());
  expect(readFileSync(trial("photos/1.jpg"), "utf8")).toBe("photo");
  expect(lstatSync(trial("before-20260102T000000000Z")).isSymbolicLink()).toBe(true);
  expect(statSync(trial()).mode & 0o777).toBe(0o750);
});

/** Opens a folder as a start does. */
function open(folder: string) {
  const { timeline, previous, begin } = openFolderState(folder);
  begin("2026-01-01T00:00:00.000Z", { generation: "tally-20260201T000000000Z.db", frames: 0 });
  return { timeline, isCopied: previous.isCopied };
}

test("the copy is checked as one, and continues the timeline of the data in their place", async () => {
  const { timeline } = open(data());
  await copy();
  const other = join(machine.root, "other");
  cpSync(trial(), other, { recursive: true });
  expect(open(trial())).toEqual({ timeline, isCopied: true });
  renameSync(data(), join(machine.root, "kept"));
  renameSync(trial(), data());
  expect(open(data())).toEqual({ timeline, isCopied: false });
  expect(open(other).timeline).not.toBe(timeline);
});

test("the data of before begin another timeline when they are put back, and so does a copy of them", async () => {
  const { timeline } = open(data());
  await copy();
  const kept = join(machine.root, "kept");
  renameSync(data(), kept);
  endTimeline(kept);
  rmSync(trial(), { recursive: true });
  mkdirSync(trial());
  await copyData(machine, kept);
  const timelines = [timeline, open(kept).timeline, open(trial()).timeline];
  expect(new Set(timelines).size).toBe(3);
});

test("a copy that nobody has started keeps no timeline by an upgrade", async () => {
  const original = join(machine.root, "original");
  renameSync(data(), original);
  const { timeline } = open(original);
  cpSync(original, data(), { recursive: true });
  await copy();
  expect(open(trial()).timeline).not.toBe(timeline);
});

test("a link in place of the state file is not followed", async () => {
  const target = join(machine.root, "target");
  cpSync(data(), target, { recursive: true });
  open(target);
  const before = readFileSync(join(target, "tallybox.json"), "utf8");
  symlinkSync(join(target, "tallybox.json"), data("tallybox.json"));
  await copy();
  endTimeline(data());
  expect(readFileSync(join(target, "tallybox.json"), "utf8")).toBe(before);
});

test("they need no space either", async () => {
  const sizes: Record<string, string> = { [data()]: "5000", [data(SET_ASIDE)]: "3000" };
  const du = (args: readonly string[]) => ({
    output: args
      .slice(2)
      .map((path) => `${sizes[path] ?? "0"}\t${path}`)
      .join("\n"),
  });
  machine.standIns["du"] = du;
  const kb = await neededKb(machine, data());
  sizes[data(SET_ASIDE)] = "0";
  expect((await neededKb(machine, data())) - kb).toBe(3000);
});

/** The state before the last step of an upgrade to version 2.0.0. */
async function prepareSwitch(keep: string): Promise<void> {
  await copy();
  machine.install("1.0.0", "2.0.0");
  writeFileSync(machine.places.switch, `version=2.0.0\ndata=${trial()}\nkeep=${keep}\n`);
}

test("the last step moves them into the data folder unless a folder of the same name is there", async () => {
  const kept = join(machine.root, "kept");
  await prepareSwitch(kept);
  const other = "before-20260103T000000000Z";
  for (const folder of [data(other), trial(other)]) {
    createSetAside(folder);
    writeFileSync(join(folder, "from"), folder);
  }
  const { ino } = statSync(data(SET_ASIDE));
  await settle(machine);
  expect(machine.warned).toEqual([]);
  expect(statSync(data(SET_ASIDE)).ino).toBe(ino);
  expect(existsSync(join(kept, SET_ASIDE))).toBe(false);
  expect(readFileSync(data(other, "from"), "utf8")).toBe(trial(other));
  expect(existsSync(join(kept, other))).toBe(true);
});

test("a folder that can't be moved stops no start, and the next start moves it", async () => {
  const kept = `${data()}.before-2.0.0`;
  await prepareSwitch(kept);
  machine.standIns["mv"] = () => ({ status: 1 });
  const isMoved = () => [existsSync(data(SET_ASIDE)), existsSync(join(kept, SET_ASIDE))];
  await settle(machine);
  expect(machine.said).toEqual([
    `${join(kept, SET_ASIDE)} could not be moved to ${data()}, and stays there.`,
  ]);
  expect(readlinkSync(join(machine.places.app, "current"))).toBe("2.0.0");
  expect([existsSync(machine.places.switch), ...isMoved()]).toEqual([false, false, true]);
  delete machine.standIns["mv"];
  await settle(machine);
  expect(isMoved()).toEqual([true, false]);
});

test.each([
  ["inactive", true],
  ["failed", true],
  ["active", false],
  ["activating", false],
])("before the last step, a server that is %s counts as stopped: %s", async (state, expected) => {
  expect(await isStopped(new RootMachine({ systemctl: () => ({ output: state }) }))).toBe(expected);
});
