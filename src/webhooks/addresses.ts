import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import { Invalid } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { machineAddresses } from "../platform/networks.ts";

// A webhook must not make the server send requests to itself or to services that trust its machine. So the addresses are checked
// when a connection is opened, whatever the name resolved to before.

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

function blocks(...networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** Never reached, over any protocol. */
const FORBIDDEN_4 = blocks(
  "0.0.0.0/8", // this network (RFC 1122), and the unspecified address
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local (RFC 3927), with the metadata of most clouds
  "100.100.100.200/32", // metadata of Alibaba Cloud
  "192.0.0.0/24", // protocol assignments (RFC 6890), with metadata of Oracle Cloud
  "192.88.99.0/24", // 6to4 relays (RFC 7526)
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
);
const FORBIDDEN_6 = blocks(
  "::/96", // unspecified, loopback, IPv4-compatible (RFC 4291)
  "::ffff:0:0/96", // IPv4-mapped
  "::ffff:0:0:0/96", // IPv4-translated (RFC 2765)
  "64:ff9b::/96", // IPv4 by NAT64 (RFC 6052)
  "64:ff9b:1::/48", // local NAT64 (RFC 8215)
  "100::/64", // discard (RFC 6666)
  "2001::/32", // Teredo (RFC 4380)
  "2002::/16", // 6to4 (RFC 3056)
  "fd00:ec2::254/128", // metadata of AWS
  "fd20:ce::254/128", // metadata of Google Cloud
  "fd00:c1::a9fe:a9fe/128", // metadata of Oracle Cloud
  "fe80::/10", // link-local
  "fec0::/10", // site-local, deprecated
  "ff00::/8", // multicast
);

/** The networks of a site: the only ones for plain HTTP. */
const PRIVATE = blocks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7");

/** An IPv4-mapped address would be checked as its IPv4 address by a list of IPv4 networks, so each family has a list. */
const isForbidden = (address: string) =>
  isIP(address) === 6 ? FORBIDDEN_6.check(address, "ipv6") : FORBIDDEN_4.check(address, "ipv4");

/** Compares addresses, not text: an IPv6 address has many spellings. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const each of machineAddresses()) own.addAddress(each.address, familyOf(each.address));
  return own.check(address, familyOf(address));
}

/** Whether a webhook may connect to an IP address; `isSecure`: by HTTPS. */
export type AddressRule = (address: string, isSecure: boolean) => boolean;

/** The rule of the server. Tests replace it in the options of the appliance; no setting does. */
export const isAllowedAddress: AddressRule = (address, isSecure) => {
  if (isIP(address) === 0 || address.includes("%") || isForbidden(address) || isOwn(address)) return false;
  return isSecure || PRIVATE.check(address, familyOf(address));
};

/** Ports below are those of services that a request could confuse (WHATWG Fetch, port blocking), besides 80 and 443. */
const FIRST_FREE_PORT = 1024;

/** Printers print whatever reaches these ports (docs/operate/network.md). A site may allow others for printers. */
const isPrinterPort = (port: number) => port === 6101 || (port >= 9100 && port <= 9109);

/** The host of a URL as a socket needs it: an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/** The port of a URL, also where it is the protocol's own. */
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === "https:" ? 443 : 80));

/**
 * Checks the address of a webhook before it is saved, and returns its normal form. A name is resolved at each connection only.
 * Throws Invalid.
 */
export function parseWebhookUrl(text: string, allowsAddress: AddressRule): string {
  const url = URL.parse(text);
  if (url === null) throw Invalid.field("url", NO_URL);
  const error = errorIn(url, allowsAddress);
  if (error !== null) throw Invalid.field("url", error);
  return url.href;
}

const NO_URL = msg("must be an address that begins with https:// or http://");

function errorIn(url: URL, allowsAddress: AddressRule): Message | null {
  const isSecure = url.protocol === "https:";
  if (!isSecure && url.protocol !== "http:") return NO_URL;
  if (url.username !== "" || url.password !== "" || url.hash !== "")
    return msg("must not contain a user name, a password or a fragment");
  const port = portOf(url);
  const isFree = port === 80 || port === 443 || port >= FIRST_FREE_PORT;
  if (!isFree || isPrinterPort(port))
    return msg("must have the port 80, 443 or one from 1024 that is not a printer's");
  const host = hostOf(url);
  if (isLocalhost(host)) return OWN;
  if (isIP(host) === 0) return null;
  if (!allowsAddress(host, true)) return OWN;
  return allowsAddress(host, isSecure) ? null : msg("must begin with https:// outside this site's network");
}

const OWN = msg("must not be the server itself, nor a loopback, link-local, multicast or metadata address");

/** RFC 6761 §6.3. The rule of the addresses refuses it too: this is for the message. */
const isLocalhost = (host: string) => /(?:^|\.)localhost\.?$/i.test(host);

/** Resolves a host name to all of its addresses. Aborted while it waits for its turn, it calls `onBusy` and rejects. */
export type ResolveHost = (
  host: string,
  signal: AbortSignal,
  onBusy: () => void,
) => Promise<readonly LookupAddress[]>;

/** Look-ups at once: each holds a thread of the pool for as long as a name server does not respond. */
const MAX_LOOKUPS = 3;

type FindAll = (host: string) => Promise<readonly LookupAddress[]>;
const lookUp = promisify(lookup) as (
  host: string,
  options: LookupOptions & { all: true },
) => Promise<LookupAddress[]>;
const findAll: FindAll = (host) => lookUp(host, { all: true, verbatim: true });

/** The names of the system. Connections to one name share a look-up, so a hanging one holds one thread. Others wait in turn. */
export function makeResolveHost(find = findAll): ResolveHost {
  const running = new Map<string, Promise<readonly LookupAddress[]>>();
  const waiting = new Set<{ readonly host: string; start(): void }>();
  const mayStart = (host: string) => running.has(host) || running.size < MAX_LOOKUPS;
  const startWaiting = () => {
    for (const one of waiting)
      if (mayStart(one.host)) {
        waiting.delete(one);
        one.start();
      }
  };
  const start = (host: string) => {
    const started = find(host).finally(() => {
      running.delete(host);
      startWaiting();
    });
    running.set(host, started);
    return started;
  };
  const share = (host: string) => running.get(host) ?? start(host);
  return (host, signal, onBusy) => {
    if (mayStart(host)) return share(host);
    return new Promise((resolve, reject) => {
      const one = {
        host,
        start() {
          signal.removeEventListener("abort", end);
          resolve(share(host));
        },
      };
      const end = () => {
        waiting.delete(one);
        onBusy();
        reject(new LookupError("busy"));
      };
      waiting.add(one);
      signal.addEventListener("abort", end, { once: true });
    });
  };
}

/** Why a name gave no address. `forbidden`: it resolved to one that is not allowed. `busy`: it was not looked up. */
export class LookupError extends Error {
  readonly reason: "forbidden" | "busy" | "none";

  constructor(reason: LookupError["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** The look-up of a connection: the socket gets checked addresses only, so the name can't resolve to another one in between. */
export function checkedLookup(
  resolveHost: FindAll,
  allowsAddress: AddressRule,
  isSecure: boolean,
): LookupFunction {
  return (host, { all }, callback) => {
    resolveHost(host)
      .then((found) => {
        const [first] = found;
        if (first === undefined) throw new LookupError("none");
        // All, not the allowed ones among them: a name with a forbidden address is an attack or an error.
        if (!found.every(({ address }) => allowsAddress(address, isSecure)))
          throw new LookupError("forbidden");
        if (all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, "", 0));
  };
}
