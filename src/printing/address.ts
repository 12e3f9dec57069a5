import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Invalid } from "../errors.ts";
import { say } from "../words.ts";

// Where a printer may stand: on the site's own network. The box makes no request to the internet, nor to itself.

const SITE = new BlockList();
SITE.addSubnet("10.0.0.0", 8, "ipv4");
SITE.addSubnet("172.16.0.0", 12, "ipv4");
SITE.addSubnet("192.168.0.0", 16, "ipv4");
SITE.addSubnet("127.0.0.0", 8, "ipv4");
SITE.addSubnet("fc00::", 7, "ipv6");
SITE.addAddress("::1", "ipv6");
// An IPv4 address inside an IPv6 one: the list above would look at the inner one, whatever it is written as.
const MAPPED = new BlockList();
MAPPED.addSubnet("::ffff:0:0", 96, "ipv6");

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

const LOOKUP_MS = 3000;
/** A host name (RFC 1123, 2.1) whose last label is no number in any notation. */
const HOST_NAME =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?!0x[0-9a-f]*$)(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

const foreign = () =>
  Invalid.field(
    "ipAddress",
    say(
      "must be an address or a host name of this site's network (10.x, 172.16–31.x, 192.168.x, fc00::/7 or loopback)",
      "musí být adresa nebo jméno v síti tohoto místa (10.x, 172.16–31.x, 192.168.x, fc00::/7 nebo loopback)",
    ),
  );

/** True when a printer may stand at this IP address: in the site's private ranges, no IPv4 written as IPv6. */
export function isOnSite(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const family = familyOf(address);
  if (family === "ipv6" && MAPPED.check(address, family)) return false;
  return SITE.check(address, family);
}

/**
 * The addresses to which a printer's address leads now, each checked; none when a name can't be resolved.
 * Throws Invalid on what is not on the site, and on the box's own ports.
 */
export async function resolveOnSite(
  ipAddress: string,
  port: number,
  ownPorts: ReadonlySet<number>,
): Promise<string[]> {
  const addresses = isIP(ipAddress) ? [ipAddress] : await resolveName(ipAddress);
  if (!addresses.every(isOnSite)) throw foreign();
  if (ownPorts.has(port) && addresses.some(isOwn)) {
    throw Invalid.field("port", say("is used by the server itself", "používá sám server"));
  }
  return addresses;
}

async function resolveName(name: string): Promise<string[]> {
  if (!HOST_NAME.test(name)) throw foreign();
  const late = new AbortController();
  try {
    const found = await Promise.race([
      lookup(name, { all: true, verbatim: true }),
      sleep(LOOKUP_MS, [], { signal: late.signal }),
    ]);
    return found.map(({ address }) => address);
  } catch {
    // Unknown now: saved all the same, and looked up again at each connection.
    return [];
  } finally {
    late.abort();
  }
}

/** Compared as addresses, not as text: an IPv6 one can be written in many ways. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  own.addSubnet("127.0.0.0", 8, "ipv4");
  own.addAddress("::1", "ipv6");
  for (const one of Object.values(networkInterfaces()).flatMap((ones) => ones ?? [])) {
    own.addAddress(one.address, familyOf(one.address));
  }
  return own.check(address, familyOf(address));
}
