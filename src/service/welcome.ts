import { join } from "node:path";
import { readConfig } from "../config.ts";
import { hostInUrl, portInUrl } from "../http/ports.ts";
import { readSmallFile } from "../storage/files.ts";
import { VERSION } from "../version.ts";
import { addresses } from "./addresses.ts";
import { serviceEnvironment } from "./installed.ts";

// The last words of install.sh: where the box is, and what to do next.

const { config } = readConfig(serviceEnvironment());
const port = portInUrl(config.port, 80);
const urls = addresses(config.host).map((name) => `  http://${hostInUrl(name)}${port}`);
// Another box of this network may have the name already; this one is the next then, and the doctor says which.
const named = config.mdns.isEnabled
  ? [`  http://${config.mdns.name}.local${port}   (where no other box has that name)`]
  : [];
const code = readSmallFile(join(config.dataFolder, "setup-code"))?.trim();
const next = code
  ? [
      `The box is new. Its set-up code, once: ${code}`,
      "Open one of these addresses in a browser: it asks for that code, a name and a password, and leads on from there.",
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
