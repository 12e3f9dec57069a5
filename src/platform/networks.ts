import { BlockList, isIP } from "node:net";
import type { NetworkInterfaceInfo } from "node:os";

/** The machine's interfaces and their addresses, as `os.networkInterfaces()` gives them. */
export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** A local network that the box is in. */
export interface Network {
  /** The IPv4 address that speaks there. */
  readonly address: string;
  /** Where the box answers there: IPv4, then IPv6. */
  readonly reachable: readonly string[];
  /** Another one after any change of the interface that the network must hear of. */
  readonly key: string;
  /** True for an address of this network, the box's own included. */
  has(address: string): boolean;
}

/**
 * The networks in which a box that listens on `host` (an address) can be found, with the addresses that lead to it
 * there. Two interfaces that lead into the same network (cable and Wi-Fi) are one: two voices would contradict each other.
 */
export function networksOf(host: string, interfaces: Interfaces): Network[] {
  const networks: NetworkInterfaceInfo[][] = [];
  for (const all of Object.values(interfaces)) {
    const outer = (all ?? []).filter((one) => !one.internal && !isLinkLocal6(one.address));
    const subnets = outer.filter(isLocal4).map(subnetOf);
    if (subnets.length === 0) continue;
    const same = networks.find((known) =>
      known.some((one) => isLocal4(one) && subnets.includes(subnetOf(one))),
    );
    if (same) same.push(...outer);
    else networks.push(outer);
  }
  return networks.flatMap((addresses) => networkOf(host, addresses, interfaces) ?? []);
}

function networkOf(host: string, addresses: NetworkInterfaceInfo[], interfaces: Interfaces): Network | null {
  const local = addresses.filter(isLocal4);
  const reachable = [...local, ...addresses.filter(is6)]
    .map((one) => one.address)
    .filter((address) => answersAt(host, address));
  const speaker = local.find((one) => reachable.includes(one.address)) ?? local[0];
  if (speaker === undefined || reachable.length === 0) return null;
  const block = new BlockList();
  for (const { address, netmask } of local) block.addSubnet(address, bitsOf(netmask), "ipv4");
  return {
    address: speaker.address,
    reachable,
    key: [speaker.address, ...reachable, ...local.map(subnetOf), ...numbersOf(addresses, interfaces)].join(
      " ",
    ),
    has: (address) => isIP(address) === 4 && block.check(address, "ipv4"),
  };
}

const is6 = (one: NetworkInterfaceInfo) => one.family === "IPv6";
/** An address on a network that others are in too; a tunnel's end is none. */
const isLocal4 = (one: NetworkInterfaceInfo) => one.family === "IPv4" && bitsOf(one.netmask) < 32;
/** Without its zone such an address leads nowhere, and a browser knows no zones. */
export const isLinkLocal6 = (address: string) => /^fe[89ab]/i.test(address);

/** RFC 4193 (unique local), RFC 4291 (link-local, loopback). */
const isPrivate6 = (address: string) => isLinkLocal6(address) || /^(f[cd]|::1$)/i.test(address);

/**
 * True when a server that listens on `host` answers at `address`. Of IPv6 only private addresses count, unless the server
 * listens on a public one alone: the service answers private addresses, and a client that is told a public one would use its own.
 */
export function answersAt(host: string, address: string): boolean {
  if (host === "::") return isIP(address) === 4 || isPrivate6(address);
  return host === "0.0.0.0" ? isIP(address) === 4 : host === address;
}

/** 255.255.255.0 is 24. */
function bitsOf(netmask: string): number {
  return netmask
    .split(".")
    .reduce((bits, part) => bits + Number(part).toString(2).replaceAll("0", "").length, 0);
}

function subnetOf({ address, netmask }: NetworkInterfaceInfo): string {
  const mask = netmask.split(".").map(Number);
  const parts = address.split(".").map((part, index) => Number(part) & (mask[index] ?? 0));
  return `${parts.join(".")}/${bitsOf(netmask)}`;
}

/** The kernel's numbers of the interfaces: one that went and came back with its old address has lost its memberships. */
function numbersOf(addresses: readonly NetworkInterfaceInfo[], interfaces: Interfaces): string[] {
  const macs = new Set(addresses.map((one) => one.mac));
  return Object.values(interfaces).flatMap((all) =>
    (all ?? []).flatMap((one) => (is6(one) && macs.has(one.mac) && one.scopeid ? `%${one.scopeid}` : [])),
  );
}
