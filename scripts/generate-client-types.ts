import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startAppliance } from "../src/app/appliance.ts";
import { describeApi } from "../src/http/openapi/description.ts";
import { readConfig } from "../src/platform/config.ts";
import { clientTypes, type Description } from "./client-types.ts";

// Writes src/web/api/types/endpoints.d.ts from the endpoint declarations of a server that it starts on an empty folder. With --check it
// writes nothing and fails where the file is stale.

const FILE = join(import.meta.dirname, "../src/web/api/types/endpoints.d.ts");
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const text = clientTypes(await describe());
const isStale = readFileSync(FILE, "utf8") !== text;
if (!values.check) writeFileSync(FILE, text);
else if (isStale)
  process.stdout.write("src/web/api/types/endpoints.d.ts is stale. Run `npm run generate`.\n");
process.exitCode = values.check && isStale ? 1 : 0;

async function describe(): Promise<Description> {
  const folder = mkdtempSync(join(tmpdir(), "tallybox-types-"));
  try {
    const settings = {
      HOST: "127.0.0.1",
      PORT: "0",
      HTTPS_PORT: "off",
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
    };
    const appliance = await startAppliance(readConfig({ ...settings, STORAGE_RESERVE_MEGABYTES: "1" }));
    const { endpoints } = appliance;
    await appliance.stop();
    // The text that clients get: what is no JSON is left out.
    return JSON.parse(JSON.stringify(describeApi(endpoints))) as Description;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
