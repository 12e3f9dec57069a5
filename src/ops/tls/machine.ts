import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { hostname } from "node:os";
import { isLoopback } from "../../http/limits/client-address.ts";
import { answersAt, isLinkLocal6, machineAddresses } from "../../platform/networks.ts";

/** The current names and addresses of a machine. */
export interface Machine {
  hostName(): string;
  /** Its IPv4 and IPv6 addresses, in any order. */
  addresses(): readonly string[];
}

/** The machine that the server runs on. */
export const thisMachine: Machine = {
  hostName: hostname,
  addresses: () => machineAddresses().map(({ address }) => address),
};

/** Lists the addresses at which other machines reach a server that listens on `host`, IPv4 first. */
export function listNetworkAddresses(host: string, machine: Machine = thisMachine): string[] {
  return machine
    .addresses()
    .filter((address) => answersAt(host, address) && !isLoopback(address) && !isLinkLocal6(address))
    .toSorted((a, b) => isIP(a) - isIP(b));
}

/** Domains that routers assign to machines of a site. */
const ROUTER_DOMAINS = ["lan", "internal", "home.arpa"];

/** The names and addresses of a server certificate, each in a fixed order. */
export type CertificateNames = ReturnType<typeof certificateNames>;

/** All current names and addresses of the server that its CA (as DER) permits. */
export function certificateNames(machine: Machine, mdnsName: string, authority: Buffer) {
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

// Name constraints of the server's CA (RFC 5280, 4.2.1.10): a stolen key can't issue certificates for internet sites.

const DOMAINS = ["local", "localhost", ...ROUTER_DOMAINS];
const NETWORKS: readonly (readonly [address: string, bits: number])[] = [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["::1", 128],
];

const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** The value of the extension "name constraints": the domains and networks above, and the machine's own name. */
export function nameConstraints(hostName: string): Buffer {
  const domains = [...DOMAINS, ...(isSafeSubtree(hostName) ? [hostName.toLowerCase()] : [])];
  const permitted = [...domains.map(domainEntry), ...NETWORKS.map((network) => networkEntry(...network))];
  return tagged(0x30, tagged(0xa0, Buffer.concat(permitted)));
}

/**
 * Whether the CA (its certificate as DER) permits the name or address. One name beyond its constraints would make a certificate
 * invalid for all names. The bytes of an entry occur nowhere else in the certificate.
 */
export function isPermitted(authority: Buffer, nameOrAddress: string): boolean {
  if (isIPv4(nameOrAddress) || isIPv6(nameOrAddress)) {
    const network = NETWORKS.find((one) => isWithin(nameOrAddress, ...one));
    return network !== undefined && authority.includes(networkEntry(...network));
  }
  const labels = nameOrAddress.split(".");
  return labels.some((_, at) => authority.includes(domainEntry(labels.slice(at).join("."))));
}

/**
 * Whether a host name may be a permitted subtree. A subtree contains all names below it, so a host name that is a top-level
 * domain ("store", "box") or a registered domain is not safe. No top-level domain contains a digit or a dash; a name with three
 * labels is a host of a site.
 */
function isSafeSubtree(hostName: string): boolean {
  if (!isHostName(hostName)) return false;
  return hostName.includes(".") ? hostName.split(".").length > 2 : /[-0-9]|^tallybox$/i.test(hostName);
}

/** Whether the name is a valid host name for a certificate (RFC 1123, 2.1). */
function isHostName(name: string): boolean {
  return (
    name.length <= 63 && /^([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(name)
  );
}

function isWithin(address: string, network: string, bits: number): boolean {
  if (isIPv4(address) !== isIPv4(network)) return false;
  const list = new BlockList();
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  list.addSubnet(network, bits, family);
  return list.check(address, family);
}

function domainEntry(name: string): Buffer {
  return tagged(0x30, tagged(DNS_NAME, Buffer.from(name.toLowerCase(), "latin1")));
}

function networkEntry(address: string, bits: number): Buffer {
  const bytes = bytesOf(address);
  const mask = bytes.map((_, at) => 0xff & ~(0xff >> Math.min(8, Math.max(0, bits - 8 * at))));
  return tagged(0x30, tagged(IP_ADDRESS, Buffer.concat([bytes, mask])));
}

/** Bytes of an address. It supports only the networks above: in IPv6 at most one group before `::` and one after it. */
function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const bytes = Buffer.alloc(16);
  const [first = "", last = ""] = address.split("::");
  bytes.writeUInt16BE(Number.parseInt(first || "0", 16), 0);
  bytes.writeUInt16BE(Number.parseInt(last || "0", 16), 14);
  return bytes;
}

/** DER encoding: tag, length (X.690, 8.1.3), content. */
function tagged(tag: number, content: Buffer): Buffer {
  const length =
    content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  if (content.length >= 0x80 && content.length < 0x100) length.splice(0, 2, 0x81);
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
