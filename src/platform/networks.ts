import { BlockList, isIP } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

/** The machine's interfaces and their addresses, as returned by `os.networkInterfaces()`. */
type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** The addresses of all interfaces of this machine. */
export function machineAddresses(interfaces: Interfaces = networkInterfaces()): NetworkInterfaceInfo[] {
  return Object.values(interfaces).flatMap((addresses) => addresses ?? []);
}

/** The default address to listen on: all addresses, including IPv6 where this machine has it. */
export function defaultHost(interfaces: Interfaces = networkInterfaces()): string {
  return machineAddresses(interfaces).some(is6) ? "::" : "0.0.0.0";
}

/** A local network of the server. */
export type Network = NonNullable<ReturnType<typeof networkOf>>;

/**
 * The networks in which a server that listens on `host` (an address) is reachable. Two interfaces in the same network (cable and
 * Wi-Fi) count as one network, because two responders would conflict.
 */
export function networksOf(host: string, interfaces: Interfaces): Network[] {
  const networks: NetworkInterfaceInfo[][] = [];
  for (const all of Object.values(interfaces)) {
    const outer = (all ?? []).filter((entry) => !entry.internal && !isLinkLocal6(entry.address));
    const subnets = outer.filter(isLocal4).map(subnetOf);
    if (subnets.length === 0) continue;
    const same = networks.find((known) =>
      known.some((entry) => isLocal4(entry) && subnets.includes(subnetOf(entry))),
    );
    if (same) same.push(...outer);
    else networks.push(outer);
  }
  return networks.flatMap((addresses) => networkOf(host, addresses, interfaces) ?? []);
}

function networkOf(host: string, addresses: NetworkInterfaceInfo[], interfaces: Interfaces) {
  const local = addresses.filter(isLocal4);
  const reachable = [...local, ...addresses.filter(is6)]
    .map((entry) => entry.address)
    .filter((address) => answersAt(host, address));
  const announced = local.find((entry) => reachable.includes(entry.address)) ?? local[0];
  if (announced === undefined || reachable.length === 0) return null;
  const block = new BlockList();
  for (const { address, netmask } of local) block.addSubnet(address, bitsOf(netmask), "ipv4");
  return {
    /** The server's IPv4 address for announcements in this network. */
    address: announced.address,
    /** The server's reachable addresses in this network: IPv4, then IPv6. */
    reachable,
    /** Differs after any change of the interface that must be announced. */
    key: [announced.address, ...reachable, ...local.map(subnetOf), ...numbersOf(addresses, interfaces)].join(
      " ",
    ),
    /** True for an address of this network, including the server's own. */
    has: (address: string) => isIP(address) === 4 && block.check(address, "ipv4"),
  };
}

const is6 = (entry: NetworkInterfaceInfo) => entry.family === "IPv6";
/** An address on a network with other hosts. The end of a tunnel is not one. */
const isLocal4 = (entry: NetworkInterfaceInfo) => entry.family === "IPv4" && bitsOf(entry.netmask) < 32;
/** A link-local address needs a zone, which browsers do not support. */
export const isLinkLocal6 = (address: string) => /^fe[89ab]/i.test(address);

/** RFC 4193 (unique local), RFC 4291 (link-local, loopback). */
const isPrivate6 = (address: string) => isLinkLocal6(address) || /^(f[cd]|::1$)/i.test(address);

/**
 * True if a server that listens on `host` is reachable at `address`. Public IPv6 addresses count only if the server listens on
 * that address: the service accepts private addresses only, and a client that gets a public address would use its own.
 */
export function answersAt(host: string, address: string): boolean {
  if (host === "::") return isIP(address) === 4 || isPrivate6(address);
  return host === "0.0.0.0" ? isIP(address) === 4 : host === address;
}

/** The prefix length of a netmask: 24 for 255.255.255.0. */
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

/** The interfaces' kernel indexes: an interface that returns with its old address has lost its multicast memberships. */
function numbersOf(addresses: readonly NetworkInterfaceInfo[], interfaces: Interfaces): string[] {
  const macs = new Set(addresses.map((entry) => entry.mac));
  return machineAddresses(interfaces).flatMap((entry) =>
    is6(entry) && macs.has(entry.mac) && entry.scopeid ? `%${entry.scopeid}` : [],
  );
}
