import bonjour from "bonjour-service";
import type { ResponseOutgoingPacket } from "multicast-dns";
import { ipv6Groups } from "../../http/limits/client-address.ts";
import { VERSION } from "../../platform/version.ts";

/** A DNS record of a message. */
export type DnsRecord = ResponseOutgoingPacket["answers"][number];
/** A record that the server announces. */
export type AnnouncedRecord = { readonly name: string; readonly ttl: number; readonly flush?: boolean } & (
  | { readonly type: "PTR" | "A" | "AAAA"; readonly data: string }
  | { readonly type: "SRV"; readonly data: { readonly port: number; readonly target: string } }
  | { readonly type: "TXT"; readonly data: Buffer[] }
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

// RFC 6762, 10.
const HOST_SECONDS = 120;
/** The list of all service types. All devices of the network share it, so no goodbye is sent for it. */
export const SERVICE_TYPES = "_services._dns-sd._udp.local";

/** The announcement of the server as `host` in a network with these addresses. */
export function announcementOf(
  host: string,
  { id, port, https }: ServiceInfo,
  addresses: readonly string[],
): Announcement {
  const txt = {
    txtvers: "1",
    version: VERSION.version,
    path: "/",
    id,
    ...(https && { https: String(https.httpsPort) }),
    ...(https?.fingerprint && { fp: https.fingerprint }),
  };
  // `tallybox 3F2A91._http._tcp.local`: as unique as the host name.
  const name = `${host.replace(/\.local$/, "")} ${id}`;
  const recordsOf = (type: string, servicePort: number) =>
    new bonjour.Service({ name, type, port: servicePort, host, txt }, unused, unused)
      .records()
      .flatMap(toServiceRecord);
  const services = [recordsOf("tallybox", port), recordsOf("http", port)];
  if (https) services.push(recordsOf("https", https.httpsPort));
  const rrtypes = [...new Set(addresses.map(typeOf))];
  const nsec = { nextDomain: host, rrtypes };
  return {
    host,
    services,
    addresses: addressRecords(host, addresses),
    nsec: { type: "NSEC", name: host, ttl: HOST_SECONDS, flush: true, data: nsec },
  };
}

type LibraryRecord = ReturnType<InstanceType<typeof bonjour.Service>["records"]>[number];

/** The library's own registry would call it. */
const unused = () => {};

/** The library adds all addresses of the machine; those of the network are announced by themselves. */
function toServiceRecord({ name, type, ttl, data }: LibraryRecord): AnnouncedRecord[] {
  if (type === "PTR") return [{ type, name, ttl, data }];
  return type === "SRV" || type === "TXT" ? [{ type, name, ttl, flush: true, data }] : [];
}

/** Address records of a host name. */
export function addressRecords(host: string, addresses: readonly string[]): AnnouncedRecord[] {
  return addresses.map((data) => ({ type: typeOf(data), name: host, ttl: HOST_SECONDS, flush: true, data }));
}

const typeOf = (address: string) => (address.includes(":") ? "AAAA" : "A");

/** Whether two DNS names are equal. */
export const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A DNS record with an address. */
type AddressRecord = DnsRecord & { readonly data: string };

/**
 * Whether another device uses the host name, by this record. `ownAddresses`: all addresses of the machine, in all networks. A
 * repeater forwards messages between networks, and another program of this machine (avahi) may announce all addresses.
 */
export function isConflicting(
  record: DnsRecord,
  host: string,
  ownAddresses: ReadonlySet<string>,
): record is AddressRecord {
  if (record.type !== "A" && record.type !== "AAAA") return false;
  // Without a lifetime it is a goodbye: the other device releases the name.
  return isSameName(record.name, host) && record.ttl !== 0 && !ownAddresses.has(record.data);
}

/** Whether a probe with the addresses `ours` loses the tie-break against one with `theirs` (RFC 6762, 8.2.1). */
export function losesTieBreak(ours: readonly string[], theirs: readonly string[]): boolean {
  return sortKeyOf(ours) < sortKeyOf(theirs);
}

/** Types (A is 1, AAAA is 28) and parts of sorted addresses, as characters: texts are compared by their numbers. */
function sortKeyOf(addresses: readonly string[]): string {
  const keys = addresses.map((address) =>
    address.includes(":")
      ? String.fromCharCode(28, ...ipv6Groups(address))
      : String.fromCharCode(1, ...address.split(".").map(Number)),
  );
  return keys.toSorted().join("");
}
