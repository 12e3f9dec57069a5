import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { networksOf } from "../../src/platform/networks.ts";

/** `192.168.1.5/24` or `fd00::5/64`, as the system reports it. */
function at(written: string, scopeid = 0): NetworkInterfaceInfo {
  const [address = "", prefix = ""] = written.split("/");
  const mac = "02:00:00:00:00:01";
  const internal = address.startsWith("127.");
  if (address.includes(":"))
    return { address, netmask: "", family: "IPv6", mac, internal, cidr: written, scopeid };
  const mask = (0xffffffff << (32 - Number(prefix))) >>> 0;
  const netmask = [24, 16, 8, 0].map((shift) => (mask >>> shift) & 255).join(".");
  return { address, netmask, family: "IPv4", mac, internal, cidr: written };
}

const cable = { eth0: [at("192.168.1.5/24")] };
const both = { lo: [at("127.0.0.1/8")], eth0: [at("192.168.1.5/24")], wlan0: [at("10.0.0.5/8")] };
const sixToo = { eth0: [at("192.168.1.5/24"), at("fd00::5/64"), at("fe80::5/64", 2)] };

test.each<[string, string, Record<string, NetworkInterfaceInfo[]>, string[][]]>([
  ["loopback is no network", "0.0.0.0", { lo: [at("127.0.0.1/8")] }, []],
  ["no network at all", "0.0.0.0", {}, []],
  ["each interface has its own address", "0.0.0.0", both, [["192.168.1.5"], ["10.0.0.5"]]],
  ["a server on one address is announced there only", "10.0.0.5", both, [["10.0.0.5"]]],
  ["a server on a removed address is not announced", "10.0.0.6", both, []],
  ["a server on IPv4 announces no IPv6 address", "0.0.0.0", sixToo, [["192.168.1.5"]]],
  [
    "a server on both announces both, except addresses that need a zone",
    "::",
    sixToo,
    [["192.168.1.5", "fd00::5"]],
  ],
  [
    "a public IPv6 address is left out: the service does not answer it",
    "::",
    { eth0: [at("192.168.1.5/24"), at("2001:db8::5/64"), at("fd00::5/64")] },
    [["192.168.1.5", "fd00::5"]],
  ],
  ["a server on one IPv6 address announces it", "fd00::5", sixToo, [["fd00::5"]]],
  [
    "cable and Wi-Fi into one network are one",
    "0.0.0.0",
    { eth0: [at("192.168.1.5/24")], wlan0: [at("192.168.1.77/24")] },
    [["192.168.1.5", "192.168.1.77"]],
  ],
  [
    "two addresses of one interface are one network",
    "0.0.0.0",
    { eth0: [at("192.168.1.5/24"), at("10.0.0.5/8")] },
    [["192.168.1.5", "10.0.0.5"]],
  ],
  ["a tunnel's end is no network", "0.0.0.0", { tun0: [at("10.8.0.1/32")] }, []],
])("%s", (_, host, interfaces, reachable) => {
  expect(networksOf(host, interfaces).map((network) => network.reachable)).toEqual(reachable);
});

test("a network contains its own addresses by the mask", () => {
  const [network] = networksOf("0.0.0.0", { eth0: [at("192.168.17.5/20")] });
  expect(["192.168.16.1", "192.168.31.255"].map((one) => network?.has(one))).toEqual([true, true]);
  expect(["192.168.15.255", "192.168.32.0", "fd00::1", ""].map((one) => network?.has(one))).toEqual(
    Array(4).fill(false),
  );
});

test.each<[string, Record<string, NetworkInterfaceInfo[]>, boolean]>([
  ["nothing changed", cable, true],
  ["a new address", { eth0: [at("192.168.1.6/24")] }, false],
  ["a second address", { eth0: [at("192.168.1.5/24"), at("192.168.1.6/24")] }, false],
  ["another mask", { eth0: [at("192.168.1.5/16")] }, false],
])("%s: whether the same network continues is %s", (_, after, isSame) => {
  const key = (interfaces: Record<string, NetworkInterfaceInfo[]>) =>
    networksOf("0.0.0.0", interfaces)[0]?.key;
  expect(key(after) === key(cable)).toBe(isSame);
});

test("an interface that was removed and added again with the same address is another network", () => {
  const numbered = (scope: number) => ({ eth0: [at("192.168.1.5/24"), at("fe80::5/64", scope)] });
  expect(networksOf("0.0.0.0", numbered(2))[0]?.key).not.toBe(networksOf("0.0.0.0", numbered(3))[0]?.key);
});
