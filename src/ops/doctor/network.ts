import { hostname, networkInterfaces } from "node:os";
import { makeClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { DatabaseFacts, PrinterQueue } from "./database-facts.ts";
import { formatDuration } from "./format.ts";

/** Names, addresses and ports of the server. */
export function describeNetwork(config: Config, facts: DatabaseFacts | null): string[] {
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
      ? "no network address: check the network cable and the Wi-Fi"
      : `addresses: ${addresses.join(", ")}`,
    `listens on ${config.host}, HTTP ${config.port}, HTTPS ${https.port?.number ?? "off"}`,
  ];
}

/** The printers with their waiting labels and last errors. */
export function describePrinters(facts: DatabaseFacts | null): string[] {
  if (facts === null) return ["known only while the server runs and its database can be read"];
  return facts.printers.length === 0 ? ["none"] : facts.printers.map(describe);
}

function describe({ name, ipAddress, port, waiting, oldest, reason }: PrinterQueue): string {
  const printer = `${name} (${ipAddress}:${port})`;
  if (oldest === null) return `${printer}: no labels queued`;
  const since = formatDuration(Math.max(0, makeClock().now() - Date.parse(oldest)) / 1000);
  const error = reason === null ? "" : `: ${(JSON.parse(reason) as { readonly en: string }).en}`;
  return `${printer}: ${waiting} ${waiting === 1 ? "label" : "labels"} queued, the oldest for ${since}${error}`;
}
