import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSite, type Machine, type Site } from "./network-namespaces.ts";
import { PORT, SiteServer } from "./server-process.ts";
import { startTerminal } from "./terminal.ts";

// Networks come up, go down and change while the server runs.

let site: Site;
let machine: Machine;
let server: SiteServer;

beforeEach(async () => {
  site = await createSite();
  machine = await site.machine();
  server = new SiteServer(machine);
});
afterEach(async () => {
  await server.remove();
  await site.close();
});

const loggedErrors = () =>
  server.log.filter(({ level, msg }) => level >= 40 && !msg?.startsWith("set up the server"));

test("networks and addresses are announced when they come up, and a network that goes down affects no other", async () => {
  const office = await startTerminal(site, "office", "10.77.1.9");
  const hall = await startTerminal(site, "hall", "10.77.2.9");
  await server.start();
  machine.plugIn("office", "eth0", "10.77.1.1/24");
  await office.find("tallybox.local", "A", ({ data }) => data === "10.77.1.1");
  office.clear();
  machine.ip("address", "replace", "10.77.1.50/24", "dev", "eth0");
  machine.ip("address", "delete", "10.77.1.1/24", "dev", "eth0");
  machine.ip("address", "replace", "10.77.1.50/24", "dev", "eth0");
  machine.plugIn("hall", "eth1", "10.77.2.1/24");
  const moved = await office.until("the new address", () =>
    office.received.find(({ type, data, ttl }) => type === "A" && data === "10.77.1.50" && ttl > 0),
  );
  // The bit that makes a terminal forget the old one.
  expect(moved).toMatchObject({ name: "tallybox.local", flush: true });
  await hall.find("tallybox.local", "A", ({ data }) => data === "10.77.2.1");
  machine.ip("link", "delete", "eth0");
  hall.clear();
  await hall.find("tallybox.local", "A", ({ data }) => data === "10.77.2.1");
  expect(await hall.get(`http://10.77.2.1:${PORT}/health`)).toBe(200);
  expect(loggedErrors()).toEqual([]);
});

test("a network without multicast: the server is reached there by its address", async () => {
  const laptop = await site.machine();
  laptop.plugIn("office", "eth0", "10.77.1.9/24");
  machine.plugIn("office", "eth0", "10.77.1.1/24");
  site.multicast(laptop, "eth0", "off");
  site.multicast(machine, "eth0", "off");
  const terminal = await startTerminal(site, "office", "10.77.1.8");
  await server.start();
  await terminal.until("announced", () => terminal.received.some(({ data }) => data === "10.77.1.1"));
  expect(await terminal.get(`http://10.77.1.1:${PORT}/health`)).toBe(200);
  expect(loggedErrors()).toEqual([]);
});

test("another program uses the mDNS port exclusively: one warning, the server runs, and it announces itself when that program ends", async () => {
  const terminal = await startTerminal(site, "office", "10.77.1.9");
  machine.plugIn("office", "eth0", "10.77.1.1/24");
  const bind = "require('dgram').createSocket('udp4').bind(5353, () => console.log('bound'))";
  const other = machine.spawn([process.execPath, "-e", bind]);
  if (other.stdout) await once(other.stdout, "data");
  await server.start();
  await terminal.until("the logged error", () => loggedErrors().length > 0);
  expect(await terminal.get(`http://10.77.1.1:${PORT}/health`)).toBe(200);
  other.kill();
  await terminal.find("tallybox.local", "A", ({ data }) => data === "10.77.1.1");
  expect(loggedErrors()).toEqual([
    expect.objectContaining({
      msg: "mDNS announcement failed in this network; use the server's address",
    }),
  ]);
});
