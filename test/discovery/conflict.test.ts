import { expect, test } from "vitest";
import {
  type Announcement,
  announcementOf,
  type DnsRecord,
  isConflicting,
  losesTieBreak,
} from "../../src/ops/discovery/records.ts";

const service = { id: "3F2A91", port: 80, https: { httpsPort: 443, fingerprint: "ab".repeat(32) } };
const ownAddresses = new Set(["192.168.1.5", "10.0.0.5", "fd00::5"]);
const a = (name: string, data: string, ttl = 120): DnsRecord => ({ type: "A", name, data, ttl });
const aaaa = (data: string): DnsRecord => ({ type: "AAAA", name: "tallybox.local", data, ttl: 120 });

test.each<[string, DnsRecord, boolean]>([
  ["another address", a("tallybox.local", "192.168.1.6"), true],
  ["another address, written in capitals", a("TALLYBOX.local", "192.168.1.6"), true],
  ["another IPv6 address", aaaa("fd00::6"), true],
  ["our own address", a("tallybox.local", "192.168.1.5"), false],
  ["our address in another network, carried over by a repeater", a("tallybox.local", "10.0.0.5"), false],
  ["a goodbye of who had the name", a("tallybox.local", "192.168.1.6", 0), false],
  ["another name", a("tallybox-2.local", "192.168.1.6"), false],
])("%s: a conflicting record is %s", (_, record, expected) => {
  expect(isConflicting(record, "tallybox.local", ownAddresses)).toBe(expected);
});

test.each<[string, string[], string[], boolean]>([
  ["a lower address", ["10.77.1.1"], ["10.200.1.1"], true],
  ["a higher address", ["10.77.1.1"], ["10.9.1.1"], false],
  ["the same address", ["10.77.1.1"], ["10.77.1.1"], false],
  ["the same address and no further one", ["10.77.1.1"], ["10.77.1.1", "fd00::1"], true],
  ["the same address and a further one", ["10.77.1.1", "fd00::1"], ["10.77.1.1"], false],
  ["a lower one of several, in any order", ["10.77.1.9", "10.77.1.1"], ["10.77.1.2"], true],
  ["IPv4 against IPv6", ["200.1.1.1"], ["fd00::1"], true],
  ["a lower IPv6 address", ["fd00::2:1"], ["fd00::10:0:0"], true],
  ["a higher IPv6 address", ["fd00:0:0:1::"], ["FD00::ffff"], false],
])("%s: whether the tie-break is lost", (_, ours, theirs, expected) => {
  expect(losesTieBreak(ours, theirs)).toBe(expected);
});

/** The texts of each service. */
const textsOf = (services: Announcement["services"]) =>
  services.flat().flatMap((one) => (one.type === "TXT" ? [one.data.map(String)] : []));

test("with HTTPS its port is announced, and the CA's fingerprint is in every service record", () => {
  const { services } = announcementOf("tallybox.local", service, ["192.168.1.5"]);
  const ports = services.flat().flatMap((one) => (one.type === "SRV" ? [[one.name, one.data.port]] : []));
  expect(ports).toEqual([
    ["tallybox 3F2A91._tallybox._tcp.local", 80],
    ["tallybox 3F2A91._http._tcp.local", 80],
    ["tallybox 3F2A91._https._tcp.local", 443],
  ]);
  const texts = textsOf(services);
  expect(texts).toHaveLength(3);
  for (const text of texts)
    expect(text).toEqual(expect.arrayContaining(["https=443", `fp=${"ab".repeat(32)}`]));
});

test("without the server's own CA no fingerprint is announced", () => {
  const own = { ...service, https: { httpsPort: 443, fingerprint: null } };
  const texts = textsOf(announcementOf("tallybox.local", own, []).services);
  expect(texts).toHaveLength(3);
  expect(texts.flat().filter((text) => text.startsWith("fp="))).toEqual([]);
});
