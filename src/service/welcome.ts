import { join } from "node:path";
import { readConfig } from "../config.ts";
import { readSmallFile } from "../storage/files.ts";
import { VERSION } from "../version.ts";
import { addresses } from "./addresses.ts";
import { serviceEnvironment } from "./installed.ts";

// The last words of install.sh: where the box is, and what to do next.

const { config } = readConfig(serviceEnvironment());
const port = config.port === 80 ? "" : `:${config.port}`;
const urls = addresses(config.host).map((name) => `  http://${name}${port}`);
// Another box of this network may have the name already; this one is the next then, and the doctor says which.
const named = config.mdns.isEnabled
  ? [`  http://${config.mdns.name}.local${port}   (where no other box has that name)`]
  : [];
const code = readSmallFile(join(config.dataFolder, "setup-code"))?.trim();
const next = code
  ? [
      `The box is new. Its set-up code, once: ${code}`,
      'Make its first user with it (README, "First start"):',
      `  curl -s http://127.0.0.1${port}/api/setup -H 'Content-Type: application/json' -d '{"code":"${code}","tenantName":"…",`,
      `    "userName":"…","firstName":"…","lastName":"…","password":"at least 8 characters"}'`,
    ]
  : ["The box has its users already: log in as before."];
const lines = [
  `tallybox ${VERSION.version} runs, and starts with this machine. In this network it is at`,
  ...urls,
  ...named,
  ...next,
  "When something is wrong: sudo /opt/tallybox/current/scripts/doctor",
];
process.stdout.write(`${lines.join("\n")}\n`);
