import { hostname, networkInterfaces } from "node:os";
import { isHostName, isPermitted } from "./constraints.ts";

/** The current names and addresses of a machine. */
export interface Machine {
  hostName(): string;
  /** Its IPv4 and IPv6 addresses, in any order. */
  addresses(): readonly string[];
}

/** The machine that the server runs on. */
export const thisMachine: Machine = {
  hostName: hostname,
  addresses: () =>
    Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).map(({ address }) => address),
    ),
};

/** Domains that routers assign to machines of a site. */
const ROUTER_DOMAINS = ["lan", "internal", "home.arpa"];

/** The names and addresses of a server certificate, each in a fixed order. */
export interface CertificateNames {
  readonly hosts: readonly string[];
  readonly addresses: readonly string[];
}

/** All current names and addresses of the server that its CA (as DER) permits. */
export function certificateNames(machine: Machine, mdnsName: string, authority: Buffer): CertificateNames {
  const own = machine.hostName().toLowerCase();
  const [label = ""] = own.split(".");
  const hosts = [
    mdnsName,
    "localhost",
    own,
    ...["local", ...ROUTER_DOMAINS].map((domain) => `${label}.${domain}`),
  ];
  return {
    hosts: distinct(hosts.filter((name) => isHostName(name) && isPermitted(authority, name))),
    addresses: distinct(["127.0.0.1", "::1", ...machine.addresses()])
      .filter((address) => isPermitted(authority, address))
      .sort(),
  };
}

function distinct(list: readonly string[]): string[] {
  return [...new Set(list)];
}
