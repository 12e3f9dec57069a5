import { BlockList, isIPv4, isIPv6 } from "node:net";

// What the box's CA may vouch for (RFC 5280, 4.2.1.10): whoever steals its key can't pretend to be a bank.

const TREES = ["local", "localhost", "lan", "internal", "home.arpa"];
const NETWORKS = [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["::1", 128],
] as const;

const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** The value of the extension "name constraints": the trees and networks above, and the machine's own name. */
export function nameConstraints(hostName: string): Buffer {
  const trees = [...TREES, ...(isSafeSubtree(hostName) ? [hostName.toLowerCase()] : [])];
  const permitted = [...trees.map(treeOf), ...NETWORKS.map(([address, bits]) => networkOf(address, bits))];
  return tagged(0x30, tagged(0xa0, Buffer.concat(permitted)));
}

/**
 * True when the CA (its certificate as DER) may vouch for the name or address: one name beyond its constraints would make
 * a certificate worthless for all of them. An entry's bytes stand nowhere else in a certificate of ours.
 */
export function isPermitted(authority: Buffer, nameOrAddress: string): boolean {
  if (isIPv4(nameOrAddress) || isIPv6(nameOrAddress)) {
    const network = NETWORKS.find(([address, bits]) => isWithin(nameOrAddress, address, bits));
    return network !== undefined && authority.includes(networkOf(network[0], network[1]));
  }
  const labels = nameOrAddress.split(".");
  return labels.some((_, at) => authority.includes(treeOf(labels.slice(at).join("."))));
}

/**
 * A tree holds everything below its name, so a host that is called as a top-level domain ("store", "box") or as somebody's
 * domain must not become one. A digit or a dash is in no top-level domain; three labels are a host of a site.
 */
function isSafeSubtree(hostName: string): boolean {
  if (!isHostName(hostName)) return false;
  return hostName.includes(".") ? hostName.split(".").length > 2 : /[-0-9]|^tallybox$/i.test(hostName);
}

/** True for a name that may stand in a certificate (RFC 1123, 2.1). */
export function isHostName(name: string): boolean {
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

function treeOf(name: string): Buffer {
  return tagged(0x30, tagged(DNS_NAME, Buffer.from(name.toLowerCase(), "latin1")));
}

function networkOf(address: string, bits: number): Buffer {
  const bytes = bytesOf(address);
  const mask = bytes.map((_, at) => 0xff & ~(0xff >> Math.min(8, Math.max(0, bits - 8 * at))));
  return tagged(0x30, tagged(IP_ADDRESS, Buffer.concat([bytes, mask])));
}

/** The networks above alone: in IPv6 at most one group before `::` and one after it. */
function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const bytes = Buffer.alloc(16);
  const [first = "", last = ""] = address.split("::");
  bytes.writeUInt16BE(Number.parseInt(first || "0", 16), 0);
  bytes.writeUInt16BE(Number.parseInt(last || "0", 16), 14);
  return bytes;
}

/** DER: tag, length (X.690, 8.1.3), content. */
function tagged(tag: number, content: Buffer): Buffer {
  const length =
    content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  if (content.length >= 0x80 && content.length < 0x100) length.splice(0, 2, 0x81);
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
