import { BlockList, isIPv4, isIPv6 } from "node:net";
import type Koa from "koa";

/**
 * The client's address for counting guesses: the socket's, or, where the socket's is a trusted proxy, the last address in
 * `X-Forwarded-For` that is none. An IPv6 address counts as its /64.
 */
export function addressReader(trustedProxies: readonly string[]): (ctx: Koa.Context) => string {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = "", prefix] = proxy.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4");

  return (ctx) => {
    let address = plain(ctx.req.socket.remoteAddress ?? "");
    const hops = trustedProxies.length === 0 ? [] : ctx.get("x-forwarded-for").split(",");
    while (isTrusted(address) && hops.length > 0) {
      const hop = plain((hops.pop() ?? "").trim());
      if (!isIPv4(hop) && !isIPv6(hop)) break;
      address = hop;
    }
    return isIPv6(address) ? networkOf(address) : address;
  };
}

/** Without the IPv4-mapped prefix and the zone. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
}

/** The first 64 bits of an IPv6 address, written out. */
function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(missing, 0) }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
