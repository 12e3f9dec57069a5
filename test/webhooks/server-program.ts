import { startAppliance } from "../../src/app/appliance.ts";
import { readConfig } from "../../src/platform/config.ts";
import { makeLog } from "../../src/platform/log.ts";
import { TO_THIS_MACHINE } from "./dispatch-options.ts";

// The server as a program that a test can kill. Its webhooks may reach this machine.

await startAppliance({
  ...readConfig(process.env),
  webhooks: TO_THIS_MACHINE,
  log: makeLog("silent"),
});
