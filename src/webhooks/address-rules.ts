import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

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
  for (const each of Object.values(networkInterfaces()).flatMap((list) => list ?? []))
    own.addAddress(each.address, familyOf(each.address));
  return own.check(address, familyOf(address));
}

/** Whether a webhook may connect to an IP address; `isSecure`: by HTTPS. */
export type AddressRule = (address: string, isSecure: boolean) => boolean;

/** The rule of the server. Tests replace it in the options of the appliance; no setting does. */
export const isAllowedAddress: AddressRule = (address, isSecure) => {
  if (isIP(address) === 0 || address.includes("%") || isForbidden(address) || isOwn(address)) return false;
  return isSecure || PRIVATE.check(address, familyOf(address));
};
