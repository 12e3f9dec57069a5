import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXIT } from "../../src/platform/startup-error.ts";
import { createFolder } from "../harness/folder.ts";

// systemd-analyze comes with Debian's package "systemd"; .ci/run installs it where it is missing.

const ROOT = join(import.meta.dirname, "../..");
const UNIT = join(ROOT, "systemd/tallybox.service");
const text = readFileSync(UNIT, "utf8");

/** Every value of a key of the unit, in order. */
const values = (key: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1));
const environment = () =>
  Object.fromEntries(values("Environment").flatMap((line) => line.split(" ").map((pair) => pair.split("="))));

function analyze(...words: string[]) {
  const { status, stdout, stderr, error } = spawnSync("systemd-analyze", words, { encoding: "utf8" });
  if (error) throw error;
  return { status, output: stdout + stderr };
}

test("the unit's exposure is 1.5 or lower", () => {
  const { status, output } = analyze("security", "--offline=true", "--threshold=15", UNIT);
  expect(output).toMatch(/Overall exposure level/);
  expect(status, output).toBe(0);
});

test("systemd-analyze has no complaint about the unit", () => {
  const folder = createFolder();
  const here = join(folder, "tallybox.service");
  writeFileSync(here, text.replaceAll("/opt/tallybox/current", ROOT));
  expect(analyze("verify", "--man=no", here)).toEqual({ status: 0, output: "" });
});

test("systemd-analyze has no complaint about the units of upgrades", () => {
  const folder = createFolder();
  const paths = ["tallybox-upgrade.path", "tallybox-upgrade.service"].map((name) => {
    const here = join(folder, name);
    const unit = readFileSync(join(ROOT, "systemd", name), "utf8");
    writeFileSync(here, unit.replaceAll("/opt/tallybox/current", ROOT));
    return here;
  });
  expect(analyze("verify", "--man=no", ...paths)).toEqual({ status: 0, output: "" });
});

test("the request that starts an upgrade is the file that the server writes", () => {
  const path = readFileSync(join(ROOT, "systemd/tallybox-upgrade.path"), "utf8");
  expect(path).toMatch(/^PathExists=\/var\/lib\/tallybox\/upgrade\/request$/m);
});

test("an upgrade may ask the server at each address on which it may listen", () => {
  const upgrade = readFileSync(join(ROOT, "systemd/tallybox-upgrade.service"), "utf8");
  expect([/^IPAddressAllow=(.*)$/m.exec(upgrade)?.[1]]).toEqual(values("IPAddressAllow"));
});

test("a start is tried again unless it needs a person", () => {
  const given = values("RestartPreventExitStatus").flatMap((line) => line.split(" ").map(Number));
  expect(given).toEqual([EXIT.inUse, EXIT.newer, EXIT.damaged, EXIT.foreign]);
  expect(values("Restart")).toEqual(["always"]);
});

test("the unit's runtime options are those of scripts/runtime.sh, except the place of the cache", () => {
  const script = readFileSync(join(ROOT, "scripts/runtime.sh"), "utf8");
  const exported = [...script.matchAll(/^export ([A-Z_]+)=(.*)$/gm)].map(([, name = "", value]) => [
    name,
    value,
  ]);
  const { NODE_COMPILE_CACHE: _, ...expected } = Object.fromEntries(exported);
  expect(environment()).toMatchObject(expected);
  expect(environment()["NODE_COMPILE_CACHE"]).toBe("/var/cache/tallybox/node");
  // Freed memory of this size returns to the system at once.
  expect(environment()["MALLOC_MMAP_THRESHOLD_"]).toBe(String(128 * 1024));
});

test("the unit's only capability is to listen on a port below 1024", () => {
  expect(values("AmbientCapabilities")).toEqual(["CAP_NET_BIND_SERVICE"]);
  expect(values("CapabilityBoundingSet")).toEqual(["CAP_NET_BIND_SERVICE"]);
  expect(environment()).toMatchObject({ PORT: "80", HTTPS_PORT: "443", DATA_DIR: "/var/lib/tallybox" });
});
