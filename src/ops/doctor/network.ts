import { hostname, networkInterfaces } from "node:os";
import type { Config } from "../../platform/config.ts";
import type { DatabaseFacts } from "./database-facts.ts";

/** Names, addresses and ports of the server. */
export function aboutNetwork(config: Config, facts: DatabaseFacts | null): string[] {
  const addresses = Object.entries(networkInterfaces()).flatMap(([name, all]) =>
    (all ?? [])
      .filter(({ internal, address }) => !internal || !/^(127\.|::1$)/.test(address))
      .map(({ address }) => `${name} ${address}`),
  );
  const { mdns, https } = config;
  const name = facts?.mdnsName ?? `${mdns.name}.local (or the next free one)`;
  return [
    `machine ${hostname()}; ${mdns.isEnabled ? `announced as ${name}` : "not announced (Mdns:Enabled is off)"}`,
    addresses.length === 0
      ? "no address: is the cable in, is the Wi-Fi on?"
      : `addresses: ${addresses.join(", ")}`,
    `listens on ${config.host}, HTTP ${config.port}, HTTPS ${https.port?.number ?? "off"}`,
  ];
}
