import { startAppliance } from "../app/appliance.ts";
import { completeRestore, run } from "../app/run.ts";
import { dataFolderOf, readConfig } from "../platform/config.ts";
import { assertLoopback, prepare, readOptions, welcome } from "./prepare.ts";

const FOLDER = "./data-demo";

await run(async ({ onRestart }) => {
  const options = readOptions(process.argv.slice(2));
  await completeRestore(dataFolderOf(process.env, FOLDER));
  const settings = readConfig(process.env, {
    Host: "127.0.0.1",
    DataDir: FOLDER,
    // The virtual printers listen on free ports of loopback.
    "Printing:AllowedPorts": "1-65535",
    "Printing:AllowLoopback": "true",
  });
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
