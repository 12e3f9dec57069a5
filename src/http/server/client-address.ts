import { BlockList, isIPv4, isIPv6 } from "node:net";
import { TLSSocket } from "node:tls";
import type Koa from "koa";

/** Who asks, seen behind trusted proxies. */
export interface Peer {
  /** The socket's address, or, where that is a trusted proxy, the last one in `X-Forwarded-For` that is none. */
  readonly address: string;
  /** The client's own connection is TLS: ours, or, behind a trusted proxy, the one that it names in `X-Forwarded-Proto`. */
  readonly isEncrypted: boolean;
}

/** Reads who asks; `X-Forwarded-*` counts where one of these addresses and networks sends it. */
export function peerReader(trustedProxies: readonly string[]): (ctx: Koa.Context) => Peer {
  const isTrusted = addressList(trustedProxies);
  return (ctx) => {
    let address = plain(ctx.req.socket.remoteAddress ?? "");
    if (trustedProxies.length === 0 || !isTrusted(address)) return { address, isEncrypted: isTls(ctx) };
    const hops = ctx.get("x-forwarded-for").split(",");
    while (isTrusted(address) && hops.length > 0) {
      const hop = plain((hops.pop() ?? "").trim());
      if (!isIPv4(hop) && !isIPv6(hop)) break;
      address = hop;
    }
    return { address, isEncrypted: ctx.get("x-forwarded-proto").split(",").at(-1)?.trim() === "https" };
  };
}

/** Tells whether an address is one of these, or in one of these networks (`10.0.0.0/8`, `fd00::/8`). */
export function addressList(addresses: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = "", prefix] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Under what guesses from an address are counted: an IPv6 one counts as its /64. */
export function rateLimitKey(address: string): string {
  return isIPv6(address) ? networkOf(address) : address;
}

/** True for an address of this machine's loopback. */
export function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address === "::1";
}

function isTls(ctx: Koa.Context): boolean {
  return ctx.req.socket instanceof TLSSocket;
}

/** Without the IPv4-mapped prefix and the zone. */
export function plain(address: string): string {
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
