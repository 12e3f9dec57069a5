import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
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

/** Runs settle.sh on the folders of the test, after these lines. */
function settle(lines = "") {
  const places = `APP=${root}/app DATA=${root}/data SWITCH=${root}/app/switch LOCK=${root}/lock UPGRADE_RUN=${root}/run
LAST_UPGRADE=${root}/app/last-upgrade TRIAL=${root}/data.trial
activate() { ln -sfn "$1" "$APP/current"; }; systemctl() { :; }; ${lines}`;
  const script = readFileSync(join(SCRIPTS, "settle.sh"), "utf8").replace(
    '\n. "$(dirname "$0")/paths.sh"\n',
    (line) => `${line}${places}\n`,
  );
  return spawnSync("sh", ["-euc", script, join(SCRIPTS, "settle.sh")], { encoding: "utf8" });
}

/** The state before the last step of an upgrade to version 2.0.0. */
function prepareSwitch(keep: string): void {
  expect(shell("copy_photos; copy_data").status).toBe(0);
  mkdirSync(join(root, "app/2.0.0/systemd"), { recursive: true });
  writeFileSync(join(root, "app/switch"), `version=2.0.0\ndata=${trial()}\nkeep=${keep}\n`);
}

test("the last step moves them into the data folder unless a folder of the same name is there", () => {
  prepareSwitch(join(root, "kept"));
  const other = "before-20260103T000000000Z";
  for (const folder of [data(other), trial(other)]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "tally-20260103T000000000Z.db"), folder);
  }
  const { ino } = statSync(data(SET_ASIDE));
  expect(settle()).toMatchObject({ status: 0, stderr: "" });
  expect(statSync(data(SET_ASIDE)).ino).toBe(ino);
  expect(existsSync(join(root, "kept", SET_ASIDE))).toBe(false);
  expect(readFileSync(data(other, "tally-20260103T000000000Z.db"), "utf8")).toBe(trial(other));
  expect(existsSync(join(root, "kept", other))).toBe(true);
});

test("a folder that can't be moved stops no start, and the next start moves it", () => {
  const kept = join(root, "data.before-2.0.0");
  prepareSwitch(kept);
  const failing = 'mv() { case $2 in */before-*) return 1 ;; *) command mv "$@" ;; esac; }';
  expect(settle(failing)).toMatchObject({
    status: 0,
    stdout: `${join(kept, SET_ASIDE)} could not be moved to ${data()}, and stays there.\n`,
  });
  expect(readlinkSync(join(root, "app/current"))).toBe("2.0.0");
  expect([existsSync(join(root, "app/switch")), existsSync(join(kept, SET_ASIDE))]).toEqual([false, true]);
  expect(settle()).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect([existsSync(data(SET_ASIDE)), existsSync(join(kept, SET_ASIDE))]).toEqual([true, false]);
});

test.each([
  ["inactive", "stopped"],
  ["failed", "stopped"],
  ["active", "interrupted"],
  ["activating", "interrupted"],
])("before the last step, a server that is %s counts as %s", (state, result) => {
  const systemctl = `systemctl() { echo ${state}; }`;
  const { stdout } = shell(`${systemctl}; demand_stopped && echo stopped || echo "$cause"`);
  expect(stdout).toBe(`${result}\n`);
});
