import { hostInUrl, portInUrl } from "../../http/server/listener.ts";
import type { Certificates } from "../tls/certificates.ts";
import { listNetworkAddresses, type Machine } from "../tls/machine.ts";

/** Sources of the server's addresses. */
export interface AddressOptions {
  /** The address that the server listens on. */
  readonly host: string;
  readonly httpPort: number;
  /** Null: HTTPS is off. */
  readonly certificates: Certificates | null;
  /** Null while the server is not announced by mDNS. */
  readonly mdnsName: string | null;
  readonly machine: Machine;
}

/** A name or an address of the server, with its URLs. */
interface ServerAddress {
  readonly host: string;
  readonly http: string;
  /** Null where HTTPS is off or its certificate is not for this host. */
  readonly https: string | null;
}

/**
 * Lists the addresses of the server: its mDNS name, the name in the site's own certificate, then the IP addresses. A loopback
 * address is listed only where there is no other.
 */
export function listServerAddresses(options: AddressOptions): ServerAddress[] {
  const { host, httpPort, certificates, mdnsName, machine } = options;
  const others = [mdnsName, siteName(certificates), ...listNetworkAddresses(host, machine)].filter(
    (name) => name !== null,
  );
  const hosts = others.length > 0 ? others : [host];
  return [...new Set(hosts)].map((name) => ({
    host: name,
    http: `http://${hostInUrl(name)}${portInUrl(httpPort, 80)}`,
    https: certificates?.hostFor(name) === hostInUrl(name) ? certificates.addressFor(name) : null,
  }));
}

/** The address for links to the pages, without a slash at the end: by HTTPS with a valid name where there is one. */
export function pageAddress(options: AddressOptions): string {
  const all = listServerAddresses(options);
  const https = all.find((address) => address.https !== null)?.https;
  return https ?? all[0]?.http ?? `http://${hostInUrl(options.host)}${portInUrl(options.httpPort, 80)}`;
}

/** The best name in the site's own certificate; null for the server's own certificate, which contains the other names. */
function siteName(certificates: Certificates | null): string | null {
  if (certificates === null || !certificates.status().isFromSite) return null;
  const name = certificates.hostFor("");
  return name === "localhost" ? null : name;
}
