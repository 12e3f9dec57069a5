import { isHostName, isPermitted } from "./constraints.ts";
import type { Machine } from "./machine.ts";

/** Domains that routers hand out for the machines of a site. */
const OF_ROUTERS = ["lan", "internal", "home.arpa"];

/** What a server certificate vouches for, each in a fixed order. */
export interface CertificateNames {
  readonly hosts: readonly string[];
  readonly addresses: readonly string[];
}

/** All names and addresses under which the box can be asked now and for which its CA (as DER) may vouch. */
export function certificateNames(machine: Machine, mdnsName: string, authority: Buffer): CertificateNames {
  const own = machine.hostName().toLowerCase();
  const [label = ""] = own.split(".");
  const hosts = [
    mdnsName,
    "localhost",
    own,
    ...["local", ...OF_ROUTERS].map((domain) => `${label}.${domain}`),
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
