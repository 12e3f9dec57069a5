import { afterEach, beforeEach, expect, test } from "vitest";
import { createSite, type Site } from "./network-namespaces.ts";
import { HTTPS_PORT, SiteServer } from "./server-process.ts";
import { startTerminal, Terminal } from "./terminal.ts";

// Several servers in one network, and devices that claim the name of one.

const FIRST = "10.77.1.1";
const OTHERS = ["10.77.1.2", "10.77.1.3"];

let site: Site;
let terminal: Terminal;
let servers: SiteServer[];

beforeEach(async () => {
  site = await createSite();
  servers = [];
  terminal = await startTerminal(site, "office", "10.77.1.9");
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.remove()));
  await site.close();
});

async function startServerAt(address: string): Promise<SiteServer> {
  const machine = await site.machine();
  machine.plugIn("office", "eth0", `${address}/24`);
  const server = new SiteServer(machine);
  servers.push(server);
  return server;
}

/** Waits until `address` answers for a name. */
const heardAt = (name: string, address: string) => terminal.find(name, "A", ({ data }) => data === address);
/** Every address that any device has claimed for a name. */
const claimed = (name: string) =>
  new Set(
    terminal.received
      .filter((one) => one.type === "A" && one.name === name && one.ttl > 0)
      .map(({ data }) => data),
  );
const recordOf = (name: string, data: string) => ({ type: "A" as const, name, ttl: 120, flush: true, data });
const responseFor = (name: string, data: string) => ({ respond: { answers: [recordOf(name, data)] } });
const probeFor = (name: string, data: string) => ({
  query: { questions: [{ name, type: "ANY" as never }], authorities: [recordOf(name, data)] },
});
/** The names that a server has announced, oldest first. */
const announcedBy = (server: SiteServer) =>
  server.log.filter(({ msg }) => msg === "announced in the network").map(({ name }) => name);

test("the first server keeps its name, and two that start together get one each and keep it without the others", async () => {
  const first = await startServerAt(FIRST);
  const others = await Promise.all(OTHERS.map(startServerAt));
  await first.start();
  await heardAt("tallybox.local", FIRST);
  await Promise.all(others.map((server) => server.start()));
  const questions = ["tallybox-2.local", "tallybox-3.local"].map((name) => ({ name, type: "A" as const }));
  await terminal.until("two more names", () => questions.every(({ name }) => claimed(name).size > 0), {
    query: { questions },
  });
  expect(claimed("tallybox.local")).toEqual(new Set([FIRST]));
  const holders = questions.map(({ name }) => [...claimed(name)]);
  expect(holders.flat().toSorted()).toEqual(OTHERS);
  const third = OTHERS.indexOf(holders[1]?.[0]);
  await terminal.certificateFor("tallybox-3.local", `${OTHERS[third]}:${HTTPS_PORT}`);
  const targets = terminal.received.filter(({ type, ttl }) => type === "SRV" && ttl > 0);
  const labels = targets.map(({ name, data }) => `${name.slice(0, name.indexOf(" "))}.local ${data.target}`);
  expect(new Set(labels)).toEqual(
    new Set(["tallybox", "tallybox-2", "tallybox-3"].map((name) => `${name}.local ${name}.local`)),
  );
  await Promise.all(servers.map((server) => server.stop()));
  terminal.clear();
  await others[third]?.start();
  await heardAt("tallybox-3.local", OTHERS[third] ?? "");
  expect(claimed("tallybox.local")).toEqual(new Set());
});

test("a server with discovery off leaves the name to another, which defends it, and gives it up to a persistent rival", async () => {
  const [off, inside, found] = await Promise.all(["10.77.1.3", "10.77.1.4", FIRST].map(startServerAt));
  await Promise.all([off?.start({ MDNS_ENABLED: "false" }), inside?.start({ HOST: "127.0.0.1" })]);
  await found?.start();
  await heardAt("tallybox.local", FIRST);
  expect(new Set(terminal.received.map(({ from }) => from))).toEqual(new Set([FIRST]));
  terminal.clear();
  const theirs = responseFor("tallybox.local", "10.77.1.9");
  terminal.send(probeFor("tallybox.local", "10.77.1.9"));
  await terminal.until("a defence", () => claimed("tallybox.local").has(FIRST));
  await terminal.until("the next name", () => claimed("tallybox-2.local").has(FIRST), theirs);
  await found?.stop();
  expect(found?.log).toContainEqual(
    expect.objectContaining({ level: 40, name: "tallybox.local", next: "tallybox-2.local" }),
  );
});

test("a server probes again after a conflict, and the rest of the rival's announcement is no response to those probes", async () => {
  const server = await startServerAt(FIRST);
  await server.start();
  await heardAt("tallybox.local", FIRST);
  for (let count = 0; count < 2; count++) terminal.send(responseFor("tallybox.local", "10.77.1.9"));
  await terminal.until("announced again", () => announcedBy(server).length === 2);
  expect(announcedBy(server)).toEqual(["tallybox.local", "tallybox.local"]);
});

test("a server leaves the name to another that probes for it at the same time with a higher address", async () => {
  const higher = "10.200.1.1";
  const server = await startServerAt(FIRST);
  terminal.send({ whenProbed: probeFor("tallybox.local", higher), name: "tallybox.local" });
  await server.start();
  // A server claims a name after three probes.
  await terminal.until(
    "a claim or a fourth probe",
    () => claimed("tallybox.local").size > 0 || terminal.probed.length > 3,
  );
  expect(claimed("tallybox.local")).toEqual(new Set());
  terminal.send({ whenProbed: responseFor("tallybox.local", higher), name: "tallybox.local" });
  await heardAt("tallybox-2.local", FIRST);
  expect(claimed("tallybox.local")).toEqual(new Set([higher]));
});

test("a server that probes with a higher address than another takes the name after three probes", async () => {
  const server = await startServerAt(FIRST);
  terminal.send({ whenProbed: probeFor("tallybox.local", "10.9.1.1"), name: "tallybox.local" });
  await server.start();
  await heardAt("tallybox.local", FIRST);
  expect(terminal.probed).toEqual(Array(3).fill("tallybox.local"));
});

test("a server keeps its name beside another responder of its machine, and takes a new one from the settings", async () => {
  const server = await startServerAt(FIRST);
  await server.start();
  await heardAt("tallybox.local", FIRST);
  const [, id] = (await terminal.find("_tallybox._tcp.local", "PTR")).data.split(/[ .]/);
  const [onLoopback, beside] = [
    new Terminal(server.machine, "127.0.0.1"),
    new Terminal(server.machine, FIRST),
  ];
  await Promise.all([onLoopback.waitUntilReady(), beside.waitUntilReady()]);
  // As avahi does: in each network that network's address, on loopback too.
  onLoopback.send(responseFor("tallybox.local", "127.0.0.1"));
  await onLoopback.until("the response", () => onLoopback.isDone);
  beside.send(responseFor("tallybox.local", FIRST));
  // It has not noticed yet that the machine's address changed.
  beside.send(responseFor("tallybox.local", "10.77.1.77"));
  beside.send(responseFor("other.local", FIRST));
  await terminal.until("the response", () => claimed("other.local").has(FIRST));
  terminal.clear();
  await heardAt("tallybox.local", FIRST);
  await server.stop();
  expect(announcedBy(server)).toHaveLength(1);
  await server.start({ MDNS_NAME: "stock" });
  await heardAt("stock.local", FIRST);
  const { data } = await terminal.find("_tallybox._tcp.local", "PTR", (one) => one.data.startsWith("stock "));
  expect(data).toBe(`stock ${id}._tallybox._tcp.local`);
});
