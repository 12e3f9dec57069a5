import { hostInUrl, portInUrl } from "../../http/server/ports.ts";
import type { Certificates } from "../tls/certificates.ts";
import type { Machine } from "../tls/machine.ts";
import { listNetworkAddresses } from "./addresses.ts";

/** Sources of the server's addresses. */
export interface AddressOptions {
  /** The address that the server listens on. */
  readonly host: string;
  readonly httpPort: number;
  /** Null: HTTPS is off. */
  readonly trust: Certificates | null;
  /** Null while the server is not announced by mDNS. */
  readonly mdnsName: string | null;
  readonly machine: Machine;
}

/** A name or an address of the server, with its URLs. */
export interface ServerAddress {
  readonly host: string;
  readonly http: string;
  /** Null where HTTPS is off or its certificate is not for this host. */
  readonly https: string | null;
}

/**
 * Lists the addresses of the server: its mDNS name, the name in the site's own certificate, then the IP addresses. A loopback
 * address is listed only where there is no other.
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

/** The best name in the site's own certificate; null for the server's own certificate, which contains the other names. */
function siteName(trust: Certificates | null): string | null {
  if (trust === null || !trust.status().isFromSite) return null;
  const name = trust.hostFor("");
  return name === "localhost" ? null : name;
}
