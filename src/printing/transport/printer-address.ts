import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { assertNoErrors, type FieldError, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { machineAddresses } from "../../platform/networks.ts";

// A printer must be on the site's own network, at a printer port. The server makes no request to the internet, none to its own
// addresses, and none to loopback unless a setting allows it.

/** The settings and ports that an address is checked against. */
interface AddressRules extends Pick<Dependencies, "ownPorts"> {
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
// IPv4-mapped IPv6 addresses: the list above would check the inner IPv4 address.
const MAPPED = new BlockList();
MAPPED.addSubnet("::ffff:0:0", 96, "ipv6");

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

const LOOKUP_MS = 3000;
/** A host name (RFC 1123 §2.1) whose last label is not a number in any notation. */
const HOST_NAME =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?!0x[0-9a-f]*$)(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

const notOnSite: FieldError = {
  path: "ipAddress",
  text: msg(
    "must be an address or a host name of this site's network (10.x, 172.16–31.x, 192.168.x or fc00::/7)",
  ),
};
const ownLoopback: FieldError = {
  path: "ipAddress",
  text: msg("must not be the server itself (loopback); the setting Printing:AllowLoopback allows it"),
};
const ownAddress: FieldError = {
  path: "ipAddress",
  text: msg("must not be an address of the server itself"),
};
const ownPort: FieldError = {
  path: "port",
  text: msg("is used by the server itself"),
};

function portError({ config }: AddressRules): FieldError {
  const ports = config.printing.allowedPorts.map(({ first, last }) =>
    first === last ? String(first) : `${first}–${last}`,
  );
  const list = ports.join(", ");
  return {
    path: "port",
    text: msg("must be one of {list}; the setting Printing:AllowedPorts allows others", { list }),
  };
}

/** True for an IP address in the private ranges of a site. False for IPv4-mapped IPv6. */
function isOnSite(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const family = familyOf(address);
  if (family === "ipv6" && MAPPED.check(address, family)) return false;
  return SITE.check(address, family);
}

/** Checks the address and port of a printer before it is saved. Throws Invalid with all field errors. */
export async function assertAddress(
  ipAddress: string,
  port: number,
  rules: AddressRules,
  ownAddresses = interfaceAddresses(),
): Promise<void> {
  const { allowedPorts, allowsLoopback } = rules.config.printing;
  const errors: FieldError[] = [];
  if (!allowedPorts.some(({ first, last }) => first <= port && port <= last)) errors.push(portError(rules));
  const addresses = await resolve(ipAddress, lookUp);
  if (!addresses.every(isOnSite)) throw Invalid.fields([notOnSite, ...errors]);
  if (!allowsLoopback && (isLocalhost(ipAddress) || addresses.some(isLoopback))) errors.push(ownLoopback);
  if (addresses.some((address) => isOfInterface(address, ownAddresses))) errors.push(ownAddress);
  if (isOwnPort(addresses, port, rules)) errors.push(ownPort);
  assertNoErrors(errors);
}

/**
 * Resolves a saved printer's address to checked IP addresses; none when a name can't be resolved. Throws Invalid for an
 * address off the site, for an address of the server's interfaces, for its own ports, and for a name that now resolves to loopback.
 * Ports and loopback are not checked again: printers from before those rules keep their addresses.
 */
export async function resolveOnSite(
  ipAddress: string,
  port: number,
  rules: AddressRules,
  lookUpHost: (name: string) => Promise<string[]> = lookUp,
  ownAddresses = interfaceAddresses(),
): Promise<string[]> {
  const addresses = await resolve(ipAddress, lookUpHost);
  if (!addresses.every(isOnSite)) throw Invalid.fields([notOnSite]);
  const isRebound = isIP(ipAddress) === 0 && !isLocalhost(ipAddress) && addresses.some(isLoopback);
  if (isRebound && !rules.config.printing.allowsLoopback) throw Invalid.fields([ownLoopback]);
  if (addresses.some((address) => isOfInterface(address, ownAddresses))) throw Invalid.fields([ownAddress]);
  if (isOwnPort(addresses, port, rules)) throw Invalid.fields([ownPort]);
  return addresses;
}

async function resolve(ipAddress: string, lookUpHost: typeof lookUp): Promise<string[]> {
  if (isIP(ipAddress)) return [ipAddress];
  if (!HOST_NAME.test(ipAddress)) throw Invalid.fields([notOnSite]);
  return lookUpHost(ipAddress);
}

async function lookUp(name: string): Promise<string[]> {
  const timeout = new AbortController();
  try {
    const found = await Promise.race([
      lookup(name, { all: true, verbatim: true }),
      sleep(LOOKUP_MS, [], { signal: timeout.signal }),
    ]);
    return found.map(({ address }) => address);
  } catch {
    // Unknown now: it is saved, and looked up again at each connection.
    return [];
  } finally {
    timeout.abort();
  }
}

const isLocalhost = (name: string) => /^localhost$/i.test(name);

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");
const isLoopback = (address: string) => LOOPBACK.check(address, familyOf(address));

function isOwnPort(addresses: readonly string[], port: number, { ownPorts }: AddressRules): boolean {
  return ownPorts.has(port) && addresses.some(isLoopback);
}

/** The addresses of the server in its networks. */
function interfaceAddresses(): string[] {
  return machineAddresses().map(({ address }) => address);
}

/** Compares addresses, not text: an IPv6 address has many spellings. */
function isOfInterface(address: string, own: readonly string[]): boolean {
  const interfaces = new BlockList();
  for (const each of own) interfaces.addAddress(each, familyOf(each));
  return !isLoopback(address) && interfaces.check(address, familyOf(address));
}
