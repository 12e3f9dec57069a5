import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { staysHealthy } from "../../src/ops/installer/trial.ts";
import { createFolder } from "../harness/folder.ts";
import { startServerProcess } from "./process.ts";
import { RootMachine } from "./root-machine.ts";

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
