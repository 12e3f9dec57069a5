import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";

const SCRIPTS = join(import.meta.dirname, "../../scripts");

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tallybox-leftovers-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ["app", "data", "data.trial"]) mkdirSync(join(root, folder));
});

const PLACES =
  '. "$1/paths.sh"; APP=$2/app DATA=$2/data TRIAL=$2/data.trial LOCK=$2/lock SWITCH=$2/app/switch';
/** Runs lines of shell as a script of the service does, on folders of the test. */
const shell = (lines: string) =>
  spawnSync("sh", ["-euc", `${PLACES}\n${lines}`, join(SCRIPTS, "upgrade.sh"), SCRIPTS, root], {
    encoding: "utf8",
  });
function install(current: string, ...others: readonly string[]): void {
  for (const version of [current, ...others]) mkdirSync(join(root, "app", version));
  symlinkSync(current, join(root, "app/current"));
}
const apps = () => readdirSync(join(root, "app")).sort();

test("all is removed but the data, the current version and the newest of the older ones", () => {
  install("1.10.0", "1.2.0", "1.9.0", "1.11.0", "2.0.0", ".new", ".old");
  writeFileSync(join(root, "app/switch.new"), "version=2.0.0");
  expect(shell("remove_leftovers")).toMatchObject({ status: 0, stderr: "" });
  expect(apps()).toEqual(["1.10.0", "1.9.0", "current"]);
  expect(existsSync(join(root, "data.trial"))).toBe(false);
  expect(existsSync(join(root, "data"))).toBe(true);
});

test("a change of versions in its last step keeps all its files", () => {
  install("1.0.0", "2.0.0");
  writeFileSync(join(root, "app/switch"), "version=2.0.0");
  expect(shell("remove_leftovers").status).toBe(0);
  expect(apps()).toEqual(["1.0.0", "2.0.0", "current", "switch"]);
  expect(existsSync(join(root, "data.trial"))).toBe(true);
});

test("without an installation no program is removed", () => {
  mkdirSync(join(root, "app/1.0.0"));
  expect(shell("remove_leftovers").status).toBe(0);
  expect(apps()).toEqual(["1.0.0"]);
});

test("during an installation or an upgrade a second one is refused", async () => {
  const first = spawn("sh", [
    "-euc",
    `${PLACES}\nlock_changes; echo locked; read line`,
    join(SCRIPTS, "x"),
    SCRIPTS,
    root,
  ]);
  await once(first.stdout, "data");
  const second = shell("lock_changes; echo never");
  expect(second).toMatchObject({ status: 1, stdout: "" });
  expect(second.stderr).toMatch(/^Another installation or upgrade is running on this server\./);
  first.stdin.end("\n");
  await once(first, "close");
  expect(shell("lock_changes; echo locked").stdout).toBe("locked\n");
});

test.each([
  ["1.2.0", "1.10.0", true],
  ["1.10.0", "1.2.0", false],
  ["1.2.0", "1.2.0", false],
])("version %s is older than %s: %s", (one, other, isOlder) => {
  expect(shell(`is_older ${one} ${other}`).status).toBe(isOlder ? 0 : 1);
});
