import type { ResponseOutgoingPacket } from "multicast-dns";
import { VERSION } from "../../platform/version.ts";

/** A DNS record as it travels. */
export type DnsRecord = ResponseOutgoingPacket["answers"][number];
/** The records that the library answers with. */
export type AnnouncedRecord = { readonly name: string; readonly ttl: number; readonly flush?: boolean } & (
  | { readonly type: "PTR" | "A" | "AAAA"; readonly data: string }
  | { readonly type: "SRV"; readonly data: { readonly port: number; readonly target: string } }
  | { readonly type: "TXT"; readonly data: string[] }
);

/** What terminals are told of the box beside its name and addresses. */
export interface ServiceInfo {
  /** The box's short id: it stays the same when name and addresses change. */
  readonly id: string;
  readonly port: number;
  readonly https: HttpsInfo | null;
}

/** What is announced of HTTPS. */
export interface HttpsInfo {
  readonly httpsPort: number;
  /** SHA-256 of the box's CA certificate, hexadecimal; null where the site gave a certificate of its own. */
  readonly fingerprint: string | null;
}

/** Everything that is said in one network. */
export interface Announcement {
  /** `tallybox.local` */
  readonly host: string;
  /** The records of each service. */
  readonly services: readonly (readonly AnnouncedRecord[])[];
  readonly addresses: readonly AnnouncedRecord[];
  /** Says which kinds of address the host name has, so that nobody waits for another kind (RFC 6762, 6.1). */
  readonly nsec: DnsRecord;
}

// RFC 6762, 10: two minutes for what holds a host name or address, 75 minutes for the rest.
const HOST_SECONDS = 120;
const OTHER_SECONDS = 4500;
/** The list of all kinds of service: each device of the network adds to it, so nobody may take from it. */
export const SERVICE_TYPES = "_services._dns-sd._udp.local";

/** The host name that a box takes as its `number`th choice: `tallybox.local`, `tallybox-2.local`. */
export function hostName(base: string, number: number): string {
  return `${number === 1 ? base : `${base}-${number}`}.local`;
}

/** The names under which each service is found: `tallybox 3F2A91._http._tcp.local`. One host name, one id: one name. */
export function serviceNames(host: string, { id, https }: ServiceInfo): string[] {
  const kinds = ["_tallybox._tcp", "_http._tcp", ...(https ? ["_https._tcp"] : [])];
  return kinds.map((kind) => `${host.replace(/\.local$/, "")} ${id}.${kind}.local`);
}

/** What is announced under `host` to a network in which `addresses` lead to the box. */
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

/** The host name's addresses. */
export function addressRecords(host: string, addresses: readonly string[]): AnnouncedRecord[] {
  return addresses.map((data) => ({ type: typeOf(data), name: host, ttl: HOST_SECONDS, flush: true, data }));
}

const typeOf = (address: string) => (address.includes(":") ? "AAAA" : "A");
