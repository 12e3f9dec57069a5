import { startAppliance } from "../app/appliance.ts";
import { completeRestore, run } from "../app/run.ts";
import { dataFolderOf, readConfig } from "../platform/config.ts";
import { assertLoopback, DEMO_SETTINGS, prepare, readOptions, welcome } from "./prepare.ts";

await run(async ({ onRestart }) => {
  const options = readOptions(process.argv.slice(2));
  await completeRestore(dataFolderOf(process.env, DEMO_SETTINGS.DataDir));
  const settings = readConfig(process.env, DEMO_SETTINGS);
  const { host, dataFolder } = settings.config;
  if (!options.allowNetwork) assertLoopback(host);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  let labelsUrl = "";
  const appliance = await startAppliance({
    ...settings,
    onRestart,
    beforeReady: async (dependencies) => {
      labelsUrl = await prepare(dependencies, options, print);
    },
  });
  print(welcome(appliance.url, labelsUrl, dataFolder));
  return appliance;
});
