import { startAppliance } from "./app/appliance.ts";
import { run } from "./app/run.ts";
import { readConfig } from "./platform/config.ts";

await run(async (onPhase) => startAppliance({ ...readConfig(process.env), onPhase }));
