import { BlockList, isIPv4, isIPv6 } from "node:net";
import { TLSSocket } from "node:tls";
import type Koa from "koa";

/** The client of a request, resolved behind trusted proxies. */
export interface Peer {
  /** Address of the socket. Behind a trusted proxy: the last address in `X-Forwarded-For` that is not a trusted proxy. */
  readonly address: string;
  /** The client's connection uses TLS. Behind a trusted proxy `X-Forwarded-Proto` decides. */
  readonly isEncrypted: boolean;
}

/** Creates the function that resolves the client. `X-Forwarded-*` counts only from these addresses and networks. */
export function makePeerReader(trustedProxies: readonly string[]): (ctx: Koa.Context) => Peer {
  const isTrusted = addressMatcher(trustedProxies);
  return (ctx) => {
    let address = normalizeAddress(ctx.req.socket.remoteAddress ?? "");
    if (trustedProxies.length === 0 || !isTrusted(address)) return { address, isEncrypted: isTls(ctx) };
    const hops = ctx.get("x-forwarded-for").split(",");
    while (isTrusted(address) && hops.length > 0) {
      const hop = normalizeAddress((hops.pop() ?? "").trim());
      if (!isIPv4(hop) && !isIPv6(hop)) break;
      address = hop;
    }
    return { address, isEncrypted: ctx.get("x-forwarded-proto").split(",").at(-1)?.trim() === "https" };
  };
}

/** Creates a predicate: true for one of these addresses, or an address in one of these networks (`10.0.0.0/8`, `fd00::/8`). */
export function addressMatcher(addresses: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = "", prefix] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Key of an address for rate limits. An IPv6 address counts as its /64. */
export function rateLimitKey(address: string): string {
  return isIPv6(address) ? networkOf(address) : address;
}

/**
 * The network of an address of `rateLimitKey`: the /24 of an IPv4 address, the /48 of an IPv6 address. A site has few of them,
 * whereas one host can have all addresses of one.
 */
export function surroundingNetwork(address: string): string {
  return address.includes(":")
    ? `${address.split(":").slice(0, 3).join(":")}::/48`
    : `${address.split(".").slice(0, 3).join(".")}.0/24`;
}

/** Whether the address is a loopback address. */
export function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address === "::1";
}

function isTls(ctx: Koa.Context): boolean {
  return ctx.req.socket instanceof TLSSocket;
}

/** Removes the IPv4-mapped prefix and the zone of an address. */
export function normalizeAddress(address: string): string {
  const [withoutZone = ""] = address.split("%");
  return withoutZone.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** The first 64 bits of an IPv6 address in full notation: `fd00:1:2:3::/64`. */
function networkOf(address: string): string {
  const groups = ipv6Groups(address).slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}

/** The eight groups of an IPv6 address. */
export function ipv6Groups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(missing, 0) }, () => "0"), ...right];
  return groups.map((group) => Number.parseInt(group, 16));
}
