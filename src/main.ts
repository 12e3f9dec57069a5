import { startAppliance } from "./appliance.ts";
import { readConfig } from "./config.ts";
import { run } from "./run.ts";

await run(async (onPhase) => startAppliance({ ...readConfig(process.env), onPhase }));
