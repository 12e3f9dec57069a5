import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTrialHealthy, staysHealthy } from "../../src/ops/installer/trial.ts";
import { createFolder } from "../harness/folder.ts";
import { startServerProcess } from "./process.ts";
import { RootMachine } from "./root-machine.ts";

test("the trial of an upgrade writes to the copy, whatever folder the site's settings name", async () => {
  const machine = new RootMachine({ systemctl: ([command]) => ({ status: command === "start" ? 1 : 0 }) });
  const { app, settings, trial, trialSettings } = machine.places;
  machine.install("1.0.0");
  writeFileSync(join(app, "1.0.0/systemd/tallybox.service"), `[Service]\nEnvironmentFile=-${settings}\n`);
  let given = "";
  const run = machine.start.bind(machine);
  machine.start = (command, args, options) => {
    if (args[0] === "start") given = readFileSync(trialSettings, "utf8");
    return run(command, args, options);
  };
  machine.showLog = async () => {};
  expect(await isTrialHealthy(machine, "1.0.0")).toBe(false);
  expect(given.split("\n")).toContain(`DATA_DIR=${trial}`);
});

test("the trial of an upgrade is reached at its own address, whatever the site's HOST", async () => {
  const { url } = await startServerProcess(createFolder(), {});
  const { port } = new URL(url);
  const machine = new RootMachine();
  const { settings, trialSettings } = machine.places;
  writeFileSync(settings, `HOST=192.0.2.1\nPORT=${port}\n`);
  writeFileSync(trialSettings, "HOST=127.0.0.1\n");
  // The trial's network is that of the test.
  const run = machine.start.bind(machine);
  machine.start = (command, [first = "", ...rest], options) =>
    command === "nsenter"
      ? run(rest[0] ?? "", rest.slice(1), options)
      : run(command, [first, ...rest], options);
  expect(await staysHealthy(machine, "1", 1)).toBe(true);
});
