import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type FieldError, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";

// Where a printer may be: on the site's own network, at a port of printers. The server makes no request to the internet, and none to
// itself unless the site allows it.

/** What decides where a printer may be. */
export interface AddressRules extends Pick<Dependencies, "ownPorts"> {
  readonly config: {
    readonly printing: Pick<Dependencies["config"]["printing"], "allowedPorts" | "allowsLoopback">;
  };
}

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

const notOnSite: FieldError = {
  path: "ipAddress",
  words: msg(
    "must be an address or a host name of this site's network (10.x, 172.16–31.x, 192.168.x or fc00::/7)",
    "musí být adresa nebo jméno v síti tohoto místa (10.x, 172.16–31.x, 192.168.x nebo fc00::/7)",
  ),
};
const ownLoopback: FieldError = {
  path: "ipAddress",
  words: msg(
    "must not be the server itself (loopback); the setting Printing:AllowLoopback allows it",
    "nesmí být sám server (loopback); dovolí to nastavení Printing:AllowLoopback",
  ),
};
const ownPort: FieldError = {
  path: "port",
  words: msg("is used by the server itself", "používá sám server"),
};

function portError({ config }: AddressRules): FieldError {
  const ports = config.printing.allowedPorts.map(({ first, last }) =>
    first === last ? String(first) : `${first}–${last}`,
  );
  const list = ports.join(", ");
  return {
    path: "port",
    words: msg(
      `must be one of ${list}; the setting Printing:AllowedPorts allows others`,
      `musí být jeden z ${list}; jiné dovolí nastavení Printing:AllowedPorts`,
    ),
  };
}

/** True when a printer may stand at this IP address: in the site's private ranges, no IPv4 written as IPv6. */
export function isOnSite(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const family = familyOf(address);
  if (family === "ipv6" && MAPPED.check(address, family)) return false;
  return SITE.check(address, family);
}

/**
 * Checks the address and the port that a printer is to be saved with. Throws Invalid with all that is wrong.
 */
export async function checkAddress(ipAddress: string, port: number, rules: AddressRules): Promise<void> {
  const { allowedPorts, allowsLoopback } = rules.config.printing;
  const faults: FieldError[] = [];
  if (!allowedPorts.some(({ first, last }) => first <= port && port <= last)) faults.push(portError(rules));
  const addresses = await resolve(ipAddress, lookUp);
  if (!addresses.every(isOnSite)) throw Invalid.fields([notOnSite, ...faults]);
  if (!allowsLoopback && (isLocalhost(ipAddress) || addresses.some(isLoopback))) faults.push(ownLoopback);
  if (isOwnPort(addresses, port, rules)) faults.push(ownPort);
  const [first, ...more] = faults;
  if (first !== undefined) throw Invalid.fields([first, ...more]);
}

/**
 * The addresses to which a saved printer's address leads now, each checked; none when a name can't be resolved. Throws Invalid on
 * what is not on the site, on the server's own ports, and on a name that has come to lead to the server itself. Ports and loopback
 * are not checked again: printers that were saved before those rules keep theirs.
 */
export async function resolveOnSite(
  ipAddress: string,
  port: number,
  rules: AddressRules,
  lookUpName: (name: string) => Promise<string[]> = lookUp,
): Promise<string[]> {
  const addresses = await resolve(ipAddress, lookUpName);
  if (!addresses.every(isOnSite)) throw Invalid.fields([notOnSite]);
  const isRebound = isIP(ipAddress) === 0 && !isLocalhost(ipAddress) && addresses.some(isLoopback);
  if (isRebound && !rules.config.printing.allowsLoopback) throw Invalid.fields([ownLoopback]);
  if (isOwnPort(addresses, port, rules)) throw Invalid.fields([ownPort]);
  return addresses;
}

async function resolve(ipAddress: string, lookUpName: typeof lookUp): Promise<string[]> {
  if (isIP(ipAddress)) return [ipAddress];
  if (!HOST_NAME.test(ipAddress)) throw Invalid.fields([notOnSite]);
  return lookUpName(ipAddress);
}

async function lookUp(name: string): Promise<string[]> {
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

const isLocalhost = (name: string) => /^localhost$/i.test(name);

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");
const isLoopback = (address: string) => LOOPBACK.check(address, familyOf(address));

function isOwnPort(addresses: readonly string[], port: number, { ownPorts }: AddressRules): boolean {
  return ownPorts.has(port) && addresses.some(isOwn);
}

/** Compared as addresses, not as text: an IPv6 one can be written in many ways. */
function isOwn(address: string): boolean {
  const interfaces = new BlockList();
  for (const one of Object.values(networkInterfaces()).flatMap((ones) => ones ?? [])) {
    interfaces.addAddress(one.address, familyOf(one.address));
  }
  return isLoopback(address) || interfaces.check(address, familyOf(address));
}
