import { afterEach, beforeEach, expect, test } from "vitest";
import { HTTPS_PORT, SiteBox } from "./box.ts";
import { aSite, type Machine, type Site } from "./site.ts";
import { aTerminal, Terminal } from "./terminal.ts";

// Two boxes in one network, and devices that want the name of one.

const FIRST = "10.77.1.1";
const SECOND = "10.77.1.2";

let site: Site;
let terminal: Terminal;
let boxes: SiteBox[];

beforeEach(async () => {
  site = await aSite();
  boxes = [];
  terminal = await aTerminal(site, "office", "10.77.1.9");
});
afterEach(async () => {
  await Promise.all(boxes.map((box) => box.remove()));
  await site.close();
});

async function aBoxAt(address: string): Promise<SiteBox> {
  const machine: Machine = await site.machine();
  machine.plugIn("office", "eth0", `${address}/24`);
  const box = new SiteBox(machine);
  boxes.push(box);
  return box;
}

/** The address that answers under a name. */
const at = async (name: string, address: string) =>
  (await terminal.find(name, "A", ({ data }) => data === address)).data;
/** Every address that any device has claimed for a name. */
const claimed = (name: string) =>
  new Set(
    terminal.heard
      .filter((one) => one.type === "A" && one.name === name && one.ttl > 0)
      .map(({ data }) => data),
  );

test("the second box takes the next name and keeps it, also while the first is away", async () => {
  const [first, second] = [await aBoxAt(FIRST), await aBoxAt(SECOND)];
  await first.start();
  await at("tallybox.local", FIRST);
  await second.start();
  await at("tallybox-2.local", SECOND);
  await terminal.certificateFor("tallybox-2.local", `${SECOND}:${HTTPS_PORT}`);
  expect(claimed("tallybox.local")).toEqual(new Set([FIRST]));
  expect(second.log).toContainEqual(
    expect.objectContaining({ name: "tallybox.local", next: "tallybox-2.local" }),
  );
  await first.stop();
  await second.stop();
  terminal.forget();
  await second.start();
  await at("tallybox-2.local", SECOND);
  await first.start();
  await at("tallybox.local", FIRST);
  expect(claimed("tallybox.local")).toEqual(new Set([FIRST]));
  const places = terminal.heard.filter(({ type, ttl }) => type === "SRV" && ttl > 0);
  expect(
    new Set(places.map(({ name, data }) => `${name.slice(0, name.indexOf(" "))} ${data.target}`)),
  ).toEqual(new Set(["tallybox tallybox.local", "tallybox-2 tallybox-2.local"]));
});

test("two that start at the same moment end up with a name each", async () => {
  const [first, second] = [await aBoxAt(FIRST), await aBoxAt(SECOND)];
  await Promise.all([first.start(), second.start()]);
  const held = (name: string) => [...claimed(name)][0];
  await terminal.until("two names", () => held("tallybox.local") && held("tallybox-2.local"), {
    ask: {
      questions: [
        { name: "tallybox.local", type: "A" },
        { name: "tallybox-2.local", type: "A" },
      ],
    },
  });
  expect(claimed("tallybox.local").size).toBe(1);
  expect(new Set([held("tallybox.local"), held("tallybox-2.local")])).toEqual(new Set([FIRST, SECOND]));
});

test("a box that is asked for its name keeps it; one that another device contradicts to the end takes the next", async () => {
  const box = await aBoxAt(FIRST);
  await box.start({ MDNS_NAME: "stock" });
  await at("stock.local", FIRST);
  const theirs = { type: "A" as const, name: "stock.local", ttl: 120, flush: true, data: "10.77.1.9" };
  terminal.forget();
  terminal.order({
    ask: { questions: [{ name: "stock.local", type: "ANY" as never }], authorities: [theirs] },
  });
  await terminal.until("a defence", () => claimed("stock.local").has(FIRST));
  await terminal.until("the next name", () => claimed("stock-2.local").has(FIRST), {
    say: { answers: [theirs] },
  });
  expect(terminal.heard).toContainEqual(
    expect.objectContaining({ name: "stock-2.local", flush: true, data: FIRST }),
  );
});

test("another program of the same machine that announces its addresses is no rival", async () => {
  const box = await aBoxAt(FIRST);
  await box.start();
  await at("tallybox.local", FIRST);
  const inside = new Terminal(box.machine, "127.0.0.1");
  const outside = new Terminal(box.machine, FIRST);
  await Promise.all([inside.ready(), outside.ready()]);
  const saying = (data: string, name = "tallybox.local") => ({
    say: { answers: [{ type: "A" as const, name, ttl: 120, flush: true, data }] },
  });
  // As avahi does: in each network that network's address, on loopback too.
  inside.order(saying("127.0.0.1"));
  await inside.until("said", () => inside.isDone);
  outside.order(saying(FIRST));
  outside.order(saying(FIRST, "said.local"));
  await terminal.until("said", () => claimed("said.local").has(FIRST));
  terminal.forget();
  await at("tallybox.local", FIRST);
  await box.stop();
  expect(box.log.filter(({ msg }) => msg === "found in the network")).toHaveLength(1);
});

test("a box that is not to be found takes no name: told so by the settings, or heard by its own machine only", async () => {
  const [off, inside, found] = [await aBoxAt("10.77.1.3"), await aBoxAt("10.77.1.4"), await aBoxAt(FIRST)];
  await Promise.all([off.start({ MDNS_ENABLED: "false" }), inside.start({ HOST: "127.0.0.1" })]);
  await found.start();
  await at("tallybox.local", FIRST);
  expect(new Set(terminal.heard.map(({ from }) => from))).toEqual(new Set([FIRST]));
});

test("another name in the settings is asked for from its beginning", async () => {
  const box = await aBoxAt(FIRST);
  await box.start();
  await at("tallybox.local", FIRST);
  const id = (await terminal.find("_tallybox._tcp.local", "PTR")).data.split(/[ .]/)[1];
  await box.stop();
  terminal.forget();
  await box.start({ MDNS_NAME: "stock" });
  await at("stock.local", FIRST);
  const { data } = await terminal.find("_tallybox._tcp.local", "PTR", (one) => one.data.startsWith("stock "));
  expect(data).toBe(`stock ${id}._tallybox._tcp.local`);
});
