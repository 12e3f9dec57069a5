import { join } from "node:path";
import { readConfig } from "../../../platform/config.ts";
import { readSmallFile } from "../../../platform/read-file.ts";
import { listNetworkAddresses } from "../../health/addresses.ts";
import { serviceEnvironment } from "../../installation.ts";
import { welcomeText } from "./welcome-text.ts";

// For install.sh: prints the addresses of the server and the next step.

const { config } = readConfig(serviceEnvironment());
const setupCode = readSmallFile(join(config.dataFolder, "setup-code"))?.trim() || null;
process.stdout.write(`${welcomeText({ config, addresses: listNetworkAddresses(config.host), setupCode })}\n`);
