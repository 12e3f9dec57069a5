import { isLoopback } from "../../http/limits/client-address.ts";
import { hostInUrl, portInUrl } from "../../http/server/listener.ts";
import type { Config } from "../../platform/config.ts";
import { VERSION } from "../../platform/version.ts";

const DOCTOR = "  sudo /opt/tallybox/current/scripts/doctor";

interface Installed {
  readonly config: Pick<Config, "host" | "port" | "mdns">;
  /** Addresses in the network; empty without a network. */
  readonly addresses: readonly string[];
  /** Null after the setup. */
  readonly setupCode: string | null;
}

/** The last lines of an installation: the addresses of the server and the next step. */
export function welcomeText({ config, addresses, setupCode }: Installed): string {
  const port = portInUrl(config.port, 80);
  const urls = addresses.map((address) => `  http://${hostInUrl(address)}${port}`);
  // Another server of this network may have the name. This one then takes the next name, which the doctor shows.
  const mdnsUrl = config.mdns.isEnabled
    ? [`  http://${config.mdns.name}.local${port}   (unless another server in this network has the name)`]
    : [];
  const where =
    urls.length > 0 ? ["Addresses in this network:", ...urls, ...mdnsUrl] : [noAddressText(config), DOCTOR];
  const next =
    setupCode === null
      ? ["It is already set up: log in as before."]
      : [
          `It is new. Set-up code, valid once: ${setupCode}`,
          "Open an address of this server in a browser and enter that code.",
        ];
  return [
    `tallybox ${VERSION.version} is running and starts with this machine.`,
    ...where,
    ...next,
    "If something is wrong: sudo /opt/tallybox/current/scripts/doctor",
  ].join("\n");
}

function noAddressText({ host }: Installed["config"]): string {
  if (isLoopback(host) || host === "localhost")
    return `It listens on this machine alone (HOST=${host}). The doctor shows its state:`;
  return "This machine has no network address yet. Connect it; then the doctor shows the addresses:";
}
