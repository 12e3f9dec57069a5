import { hostInUrl, portInUrl } from "../../http/server/ports.ts";
import type { Certificates } from "../tls/certificates.ts";
import type { Machine } from "../tls/machine.ts";
import { listNetworkAddresses } from "./addresses.ts";

/** What the box's addresses are made of. */
export interface AddressOptions {
  /** What the box listens on. */
  readonly host: string;
  readonly httpPort: number;
  /** Null: HTTPS is off. */
  readonly trust: Certificates | null;
  /** Null while the box is not announced. */
  readonly mdnsName: string | null;
  readonly machine: Machine;
}

/** A name or an address of the box, with its URLs. */
export interface ServerAddress {
  readonly host: string;
  readonly http: string;
  /** Null where HTTPS is off or its certificate is not for this host. */
  readonly https: string | null;
}

/**
 * Where the box is reached, names first: its name in the network, the name in the site's own certificate, the addresses.
 * What only this machine reaches is named where there is nothing else.
 */
export function listServerAddresses(place: AddressOptions): ServerAddress[] {
  const { host, httpPort, trust, mdnsName, machine } = place;
  const others = [mdnsName, siteName(trust), ...listNetworkAddresses(host, machine)].filter(
    (name) => name !== null,
  );
  const hosts = others.length > 0 ? others : [host];
  return [...new Set(hosts)].map((name) => ({
    host: name,
    http: `http://${hostInUrl(name)}${portInUrl(httpPort, 80)}`,
    https: trust?.hostFor(name) === hostInUrl(name) ? trust.addressFor(name) : null,
  }));
}

/** The best name in the site's own certificate; the box's own one follows the names that it has anyway. */
function siteName(trust: Certificates | null): string | null {
  if (trust === null || !trust.status().isFromSite) return null;
  const name = trust.hostFor("");
  return name === "localhost" ? null : name;
}
