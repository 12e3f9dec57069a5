import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";

const SCRIPTS = join(import.meta.dirname, "../../scripts");
const DAY_S = 24 * 3600;
const DATABASE = "tally-20260101T000000000Z.db";

/** A data folder, `DATA`, in a folder of its own. */
function createDataFolder(): string {
  const parent = createFolder();
  mkdirSync(join(parent, "data"));
  return join(parent, "data");
}

function createSetAside(path: string, file = DATABASE): string {
  mkdirSync(path);
  writeFileSync(join(path, file), "");
  return path;
}

/** Runs remove_expired_folders of scripts/paths.sh so many days from now. */
function tidyIn(days: number, data: string) {
  const stubs = createFolder();
  writeFileSync(join(stubs, "date"), `#!/bin/sh\necho ${Math.floor(Date.now() / 1000) + days * DAY_S}\n`);
  chmodSync(join(stubs, "date"), 0o755);
  const script = 'set -eu; . "$(dirname "$0")/paths.sh"; DATA=$1; remove_expired_folders';
  const env = { ...process.env, PATH: `${stubs}:${process.env["PATH"]}` };
  return spawnSync("sh", ["-c", script, join(SCRIPTS, "tidy.sh"), data], { env, encoding: "utf8" });
}

test("data that a restore or an upgrade has set aside are removed after 30 days, and the removal is logged", () => {
  const data = createDataFolder();
  const kept = [`${data}.before-20260101T000000000Z`, `${data}.before-1.2.3`, `${data}.before-1.2.3-2`];
  for (const path of [...kept, join(data, "before-20260101T000000000Z")]) createSetAside(path);
  expect(tidyIn(29, data)).toMatchObject({ status: 0, stdout: "" });
  expect(kept.every((path) => existsSync(path))).toBe(true);
  const { status, stdout } = tidyIn(31, data);
  expect(status).toBe(0);
  for (const path of kept) expect(stdout).toContain(`${path} was removed`);
  expect(readdirSync(join(data, ".."))).toEqual(["data"]);
  expect(readdirSync(data)).toEqual([]);
});

test("a name with a line break, which the service could give a folder in its own, leads to nothing else", () => {
  const data = createDataFolder();
  const victim = createSetAside(join(data, "..", "usr"));
  createSetAside(join(data, `before-x\n${victim.slice(1)}\nbefore-20260101T000000000Z`.replaceAll("/", "")));
  expect(tidyIn(31, data)).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("no other file is ever removed", () => {
  const data = createDataFolder();
  writeFileSync(join(data, DATABASE), "");
  createSetAside(`${data}.before-the-move`);
  createSetAside(`${data}.before-`);
  createSetAside(`${data}.failed-1.2.3`);
  createSetAside(`${data}.trial`);
  createSetAside(`${data}2.before-1.2.3`);
  createSetAside(`${data}.before-1.2.4`, "letter.txt");
  writeFileSync(`${data}.before-1.2.5`, "a file");
  const elsewhere = createSetAside(join(data, "..", "elsewhere"));
  symlinkSync(elsewhere, `${data}.before-1.2.6`);
  const before = readdirSync(join(data, ".."), { recursive: true }).sort();
  expect(tidyIn(1000, data)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(readdirSync(join(data, ".."), { recursive: true }).sort()).toEqual(before);
});

test("with a clock that is behind no file is removed", () => {
  const data = createDataFolder();
  const kept = createSetAside(`${data}.before-1.2.3`);
  expect(tidyIn(-1000, data).status).toBe(0);
  expect(existsSync(kept)).toBe(true);
});
