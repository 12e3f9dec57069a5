import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";

// The copy of the data for the trial of an upgrade. test/install/upgrading.sh runs whole upgrades.

const SCRIPTS = join(import.meta.dirname, "../../scripts");
const PLACES = `. "$1/paths.sh"; . "$1/release.sh"; . "$1/trial.sh"
DATA=$2/data SOURCE=$2/data TRIAL=$2/data.trial APP=$2/app SWITCH=$2/app/switch`;
const SET_ASIDE = "before-20260101T000000000Z";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tallybox-copy-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ["app", "data", "data/photos", `data/${SET_ASIDE}`, "data/before-lunch"])
    mkdirSync(join(root, folder));
  writeFileSync(data("tally-20260201T000000000Z.db"), "now");
  writeFileSync(data(SET_ASIDE, "tally-20260101T000000000Z.db"), "x".repeat(3_000_000));
  writeFileSync(data("photos/1.jpg"), "photo");
  writeFileSync(data(".hidden"), "hidden");
  symlinkSync(SET_ASIDE, data("before-20260102T000000000Z"));
  chmodSync(data(), 0o750);
});

const data = (...names: string[]) => join(root, "data", ...names);
const trial = (...names: string[]) => join(root, "data.trial", ...names);
const shell = (lines: string) =>
  spawnSync("sh", ["-euc", `${PLACES}\n${lines}`, join(SCRIPTS, "upgrade.sh"), SCRIPTS, root], {
    encoding: "utf8",
  });

test("all is copied but the folders that restores have set aside", () => {
  expect(shell("copy_photos; copy_data")).toMatchObject({ status: 0, stderr: "" });
  const expected = readdirSync(data()).filter((name) => name !== SET_ASIDE);
  expect(readdirSync(trial()).sort()).toEqual(expected.sort());
  expect(readFileSync(trial("photos/1.jpg"), "utf8")).toBe("photo");
  expect(lstatSync(trial("before-20260102T000000000Z")).isSymbolicLink()).toBe(true);
  expect(statSync(trial()).mode & 0o777).toBe(0o750);
});

test("they need no space either", () => {
  const need = (lines: string) => Number(shell(`${lines}\necho "$need"`).stdout);
  expect(need("require_space")).toBeLessThan(need("is_set_aside() { false; }; require_space") - 2900);
});

test("the last step moves them into the data folder; a folder of the same name there stays", () => {
  expect(shell("copy_photos; copy_data").status).toBe(0);
  mkdirSync(join(root, "app/2.0.0/systemd"), { recursive: true });
  const other = "before-20260103T000000000Z";
  for (const folder of [data(other), trial(other)]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "tally-20260103T000000000Z.db"), folder);
  }
  const { ino } = statSync(data(SET_ASIDE));
  writeFileSync(join(root, "app/switch"), `version=2.0.0\ndata=${trial()}\nkeep=${root}/kept\n`);
  const places = `APP=${root}/app\nDATA=${root}/data\nSWITCH=${root}/app/switch\nactivate() { :; }\ntidy() { :; }`;
  const script = readFileSync(join(SCRIPTS, "settle.sh"), "utf8").replace("\n[ -f", `\n${places}\n[ -f`);
  const settled = spawnSync("sh", ["-euc", script, join(SCRIPTS, "settle.sh")], { encoding: "utf8" });
  expect(settled).toMatchObject({ status: 0, stderr: "" });
  expect(statSync(data(SET_ASIDE)).ino).toBe(ino);
  expect(existsSync(join(root, "kept", SET_ASIDE))).toBe(false);
  expect(readFileSync(data(other, "tally-20260103T000000000Z.db"), "utf8")).toBe(trial(other));
  expect(existsSync(join(root, "kept", other))).toBe(true);
});
