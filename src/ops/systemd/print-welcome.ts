import { join } from "node:path";
import { readConfig } from "../../platform/config.ts";
import { readSmallFile } from "../../storage/files.ts";
import { addresses } from "./addresses.ts";
import { serviceEnvironment } from "./installed.ts";
import { welcomeText } from "./welcome-text.ts";

// For install.sh.

const { config } = readConfig(serviceEnvironment());
const setupCode = readSmallFile(join(config.dataFolder, "setup-code"))?.trim() || null;
process.stdout.write(`${welcomeText({ config, addresses: addresses(config.host), setupCode })}\n`);
