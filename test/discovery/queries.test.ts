import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VERSION } from "../../src/platform/version.ts";
import { createSite, type Site } from "./network-namespaces.ts";
import { addressesIn, idOf, query, responseTo } from "./packets.ts";
import { HTTPS_PORT, PORT, SiteServer } from "./server-process.ts";
import { startTerminal, type Terminal } from "./terminal.ts";

// One server in two networks, with a terminal in each.

let site: Site;
let server: SiteServer;
let office: Terminal;
let hall: Terminal;

beforeAll(async () => {
  site = await createSite();
  const machine = await site.machine();
  machine.plugIn("office", "eth0", "10.77.1.1/24", "fd77:1::1/64");
  machine.plugIn("hall", "wlan0", "10.77.2.1/24");
  server = new SiteServer(machine);
  [office, hall] = await Promise.all([
    startTerminal(site, "office", "10.77.1.9"),
    startTerminal(site, "hall", "10.77.2.9"),
    server.start(),
  ]);
});
afterAll(async () => {
  await server?.remove();
  await site?.close();
});

test.each([
  ["_tallybox._tcp.local", PORT],
  ["_http._tcp.local", PORT],
  ["_https._tcp.local", HTTPS_PORT],
])("a query for %s finds the server, its port and its TXT record", async (kind, port) => {
  const service = await office.find(kind, "PTR");
  const [, id] = /^tallybox ([0-9A-F]{6})\._/.exec(service.data) ?? [];
  const target = await office.find(service.data, "SRV");
  expect(target).toMatchObject({ flush: true, data: { port, target: "tallybox.local" } });
  const { data } = await office.find(service.data, "TXT");
  const authority = new X509Certificate(readFileSync(join(server.folder, "tls/ca.crt")));
  const fingerprint = authority.fingerprint256.replaceAll(":", "").toLowerCase();
  const facts = [
    `version=${VERSION.version}`,
    "path=/",
    `id=${id}`,
    `https=${HTTPS_PORT}`,
    `fp=${fingerprint}`,
  ];
  expect(data).toEqual(["txtvers=1", ...facts]);
});

test("the list of all service types includes the server's", async () => {
  await office.find("_services._dns-sd._udp.local", "PTR", ({ data }) => data === "_tallybox._tcp.local");
});

test("each network gets the address that is reachable there, and no other", async () => {
  await office.find("tallybox.local", "A");
  await hall.find("TallyBox.local", "A");
  const heardIn = ({ received }: Terminal) =>
    new Set(received.filter(({ type }) => type === "A" || type === "AAAA").map(({ data }) => data));
  expect(heardIn(office)).toEqual(new Set(["10.77.1.1", "fd77:1::1"]));
  expect(heardIn(hall)).toEqual(new Set(["10.77.2.1"]));
});

test("a server with IPv4 alone answers a query for IPv6 with a negative response", async () => {
  const isNo = ({ type, name }: { type: string; name: string }) =>
    type === "NSEC" && name === "tallybox.local";
  const questions = [{ name: "tallybox.local", type: "AAAA" as const }];
  // The announcement and its repeats make four packets.
  const no = await hall.until("NSEC", () => hall.received.filter(isNo)[4], { query: { questions } });
  expect(no.data).toMatchObject({ rrtypes: ["A"] });
});

test("a one-shot query from another port gets an answer at that port, as Android needs", async () => {
  const single = query(4711, "tallybox.local", "A");
  const answer = await hall.until("an answer", () => hall.single.find((one) => idOf(one) === 4711), {
    single,
  });
  const response = responseTo(answer);
  expect(response.questions).toEqual([{ name: "tallybox.local", type: "A", class: "IN" }]);
  expect(addressesIn(response)).toEqual([{ data: "10.77.2.1", ttl: 10, flush: false }]);
});

test("a one-shot query for an address type that the server lacks gets an empty answer, so that the client need not wait", async () => {
  const single = query(4712, "tallybox.local", "AAAA");
  const answer = await hall.until("an answer", () => hall.single.find((one) => idOf(one) === 4712), {
    single,
  });
  expect(responseTo(answer)).toMatchObject({ answers: [], rcode: "NOERROR" });
});

/** Runs on the server's machine: sets it up with the code and prints the response of `/api/box`. */
const ASK = `
const [, url, code] = process.argv;
const admin = { code, tenantName: "T", userName: "a", firstName: "A", lastName: "B", password: "long enough" };
const headers = { "Content-Type": "application/json" };
const set = await fetch(url + "/api/setup", { method: "POST", headers, body: JSON.stringify(admin) });
const { accessToken } = await set.json();
const response = await fetch(url + "/api/box", { headers: { Authorization: "Bearer " + accessToken } });
process.stdout.write(await response.text());
`;

test("an Admin reads the name and all addresses", async () => {
  const code = readFileSync(join(server.folder, "setup-code"), "utf8").trim();
  const url = `http://127.0.0.1:${PORT}`;
  const asking = server.machine.spawn([process.execPath, "--input-type=module", "-e", ASK, url, code]);
  if (!asking.stdout) throw new Error("no output");
  const report = JSON.parse(await text(asking.stdout));
  expect(report.mdnsName).toBe("tallybox.local");
  expect(report.addresses).toEqual(
    ["tallybox.local", "10.77.1.1", "10.77.2.1", "fd77:1::1"].map((host) => {
      const name = host.includes(":") ? `[${host}]` : host;
      return { host, http: `http://${name}:${PORT}`, https: `https://${name}:${HTTPS_PORT}` };
    }),
  );
});

test("malformed packets do no harm", async () => {
  const whole = query(1, "tallybox.local", "ANY");
  for (let at = 0; at <= whole.length; at += 2) {
    const [before, after] = [whole.slice(0, at), whole.slice(at + 2)];
    for (const single of [before, `${before}ff${after}`, `${before}80${after}`]) office.send({ single });
  }
  for (const one of ["ff".repeat(1400), "00".repeat(12), `0000000000010000ffff0000${"c00c".repeat(300)}`]) {
    office.send({ single: one });
  }
  office.clear();
  await office.find("tallybox.local", "A");
  expect(await office.get(`http://10.77.1.1:${PORT}/health`)).toBe(200);
  expect(server.log.filter(({ level }) => level >= 40)).toEqual([expect.objectContaining({ level: 40 })]);
});

test("SIGTERM: a goodbye in each network, and exit status 0", async () => {
  office.clear();
  hall.clear();
  expect(await server.stop()).toBe(0);
  for (const [terminal, address] of [
    [office, "10.77.1.1"],
    [hall, "10.77.2.1"],
  ] as const) {
    const gone = () => terminal.received.filter(({ ttl }) => ttl === 0);
    await terminal.until("a goodbye", () => gone().some(({ data }) => data === address));
    const kinds = terminal === office ? ["PTR", "SRV", "TXT", "A", "AAAA"] : ["PTR", "SRV", "TXT", "A"];
    expect(new Set(gone().map(({ type }) => type))).toEqual(new Set(kinds));
    // No record of another responder is withdrawn.
    expect(gone().filter(({ name, flush }) => flush || name.startsWith("_services."))).toEqual([]);
  }
});
