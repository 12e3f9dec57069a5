import { readConfig } from "../../../platform/config.ts";
import { findPortHolder } from "../../doctor/port-holder.ts";
import { SETTINGS_FILE, serviceEnvironment } from "../../installation.ts";

// For install.sh: prints the programs that use the ports of the service, and ends with status 1 if there are any.

const { config } = readConfig(serviceEnvironment());
const inUse = [config.port, config.https.port?.number].flatMap((port) => {
  if (port === undefined || port === 0) return [];
  const holder = findPortHolder(port);
  if (holder === null) return [];
  const name = holder === "unknown" ? "another program" : `${holder.name} (process ${holder.pid})`;
  return [`Port ${port} is taken by ${name}.`];
});
if (inUse.length > 0) {
  const hint = `Stop it, or choose other ports (PORT, HTTPS_PORT) in ${SETTINGS_FILE}.`;
  process.stderr.write(`${[...inUse, hint].join("\n")}\n`);
  process.exit(1);
}
