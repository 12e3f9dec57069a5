import { startMachine } from "./app/machine.ts";
import { completeRestore, run } from "./app/run.ts";
import { dataFolderOf, readConfig } from "./platform/config.ts";

await run(async (hooks) => {
  // First, because it also replaces the settings.
  await completeRestore(dataFolderOf(process.env));
  return startMachine(() => ({ ...readConfig(process.env), ...hooks }));
});
