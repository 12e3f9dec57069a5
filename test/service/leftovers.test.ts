import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockChanges, removeLeftovers } from "../../src/ops/installer/releases.ts";
import { RootMachine } from "./root-machine.ts";

function prepare(current: string | null, ...others: readonly string[]) {
  const machine = new RootMachine();
  const { app, trial } = machine.places;
  mkdirSync(trial);
  if (current !== null) machine.install(current);
  for (const name of others) mkdirSync(join(app, name));
  return { machine, places: machine.places, apps: () => readdirSync(app).sort() };
}

test("all is removed but the data, the current version and the newest of the older ones", async () => {
  const { machine, places, apps } = prepare("1.10.0", "1.2.0", "1.9.0", "1.11.0", "2.0.0", ".new", ".old");
  writeFileSync(`${places.switch}.new`, "version=2.0.0");
  await removeLeftovers(machine);
  expect(apps()).toEqual(["1.10.0", "1.9.0", "current"]);
  expect([existsSync(places.trial), existsSync(places.data)]).toEqual([false, true]);
});

test("a change of versions in its last step keeps all its files", async () => {
  const { machine, places, apps } = prepare("1.0.0", "2.0.0");
  writeFileSync(places.switch, "version=2.0.0");
  await removeLeftovers(machine);
  expect(apps()).toEqual(["1.0.0", "2.0.0", "current", "switch"]);
  expect(existsSync(places.trial)).toBe(true);
});

test("without an installation no program is removed", async () => {
  const { machine, apps } = prepare(null, "1.0.0");
  await removeLeftovers(machine);
  expect(apps()).toEqual(["1.0.0"]);
});

test("during an installation or an upgrade a second one is refused", async () => {
  const { machine, places } = prepare("1.0.0");
  const first = spawn("flock", [places.lock, "sh", "-c", "echo locked; read line"]);
  await once(first.stdout, "data");
  expect(() => lockChanges(machine)).toThrow(/^Another installation or upgrade is running on this server\./);
  first.stdin.end("\n");
  await once(first, "close");
  lockChanges(machine);
  machine.unlock("change");
});

test("the lock lasts until the last command of a program that was killed has ended", async () => {
  const { machine } = prepare("1.0.0");
  lockChanges(machine);
  const pipe = join(machine.root, "pipe");
  spawnSync("mkfifo", [pipe]);
  const command = machine.start("cat", [pipe], { output: "dropped" });
  machine.unlock("change");
  expect(() => lockChanges(machine)).toThrow(/is running/);
  writeFileSync(pipe, "");
  await command;
  lockChanges(machine);
  machine.unlock("change");
});
