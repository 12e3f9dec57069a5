import type { ResponseOutgoingPacket } from "multicast-dns";
import { VERSION } from "../../platform/version.ts";

/** A DNS record of a message. */
export type DnsRecord = ResponseOutgoingPacket["answers"][number];
/** The records that the library supports in responses. */
export type AnnouncedRecord = { readonly name: string; readonly ttl: number; readonly flush?: boolean } & (
  | { readonly type: "PTR" | "A" | "AAAA"; readonly data: string }
  | { readonly type: "SRV"; readonly data: { readonly port: number; readonly target: string } }
  | { readonly type: "TXT"; readonly data: string[] }
);

/** The announced service of the server. */
export interface ServiceInfo {
  /** Short id of the server. It stays the same when name and addresses change. */
  readonly id: string;
  readonly port: number;
  readonly https: HttpsInfo | null;
}

/** The announced values of HTTPS. */
export interface HttpsInfo {
  readonly httpsPort: number;
  /** SHA-256 fingerprint of the server's CA, hexadecimal; null with the site's own certificate. */
  readonly fingerprint: string | null;
}

/** All records that are announced in one network. */
export interface Announcement {
  /** `tallybox.local` */
  readonly host: string;
  /** The records of each service. */
  readonly services: readonly (readonly AnnouncedRecord[])[];
  readonly addresses: readonly AnnouncedRecord[];
  /** Lists the address types of the host name, so that clients do not wait for another type (RFC 6762, 6.1). */
  readonly nsec: DnsRecord;
}

// RFC 6762, 10: two minutes for records with a host name or address, 75 minutes for others.
const HOST_SECONDS = 120;
const OTHER_SECONDS = 4500;
/** The list of all service types. All devices of the network share it, so no goodbye is sent for it. */
export const SERVICE_TYPES = "_services._dns-sd._udp.local";

/** Host name number `number` of a base name: `tallybox.local`, `tallybox-2.local`. */
export function hostName(base: string, number: number): string {
  return `${number === 1 ? base : `${base}-${number}`}.local`;
}

/** Instance names of the services: `tallybox 3F2A91._http._tcp.local`. */
export function serviceNames(host: string, { id, https }: ServiceInfo): string[] {
  const kinds = ["_tallybox._tcp", "_http._tcp", ...(https ? ["_https._tcp"] : [])];
  return kinds.map((kind) => `${host.replace(/\.local$/, "")} ${id}.${kind}.local`);
}

/** The announcement of the server as `host` in a network with these addresses. */
export function announcementOf(
  host: string,
  service: ServiceInfo,
  addresses: readonly string[],
): Announcement {
  const txt = [
    "txtvers=1",
    `version=${VERSION.version}`,
    "path=/",
    `id=${service.id}`,
    ...(service.https ? [`https=${service.https.httpsPort}`] : []),
    ...(service.https?.fingerprint ? [`fp=${service.https.fingerprint}`] : []),
  ];
  const services = serviceNames(host, service).map((name): AnnouncedRecord[] => {
    const kind = name.slice(name.indexOf(".") + 1);
    const port = kind.startsWith("_https.") && service.https ? service.https.httpsPort : service.port;
    return [
      { type: "PTR", name: SERVICE_TYPES, ttl: OTHER_SECONDS, data: kind },
      { type: "PTR", name: kind, ttl: OTHER_SECONDS, data: name },
      { type: "SRV", name, ttl: HOST_SECONDS, flush: true, data: { port, target: host } },
      { type: "TXT", name, ttl: OTHER_SECONDS, flush: true, data: txt },
    ];
  });
  const types = [...new Set(addresses.map(typeOf))];
  return {
    host,
    services,
    addresses: addressRecords(host, addresses),
    nsec: {
      type: "NSEC",
      name: host,
      ttl: HOST_SECONDS,
      flush: true,
      data: { nextDomain: host, rrtypes: types },
    },
  };
}

/** Address records of a host name. */
export function addressRecords(host: string, addresses: readonly string[]): AnnouncedRecord[] {
  return addresses.map((data) => ({ type: typeOf(data), name: host, ttl: HOST_SECONDS, flush: true, data }));
}

const typeOf = (address: string) => (address.includes(":") ? "AAAA" : "A");
