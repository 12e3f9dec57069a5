import type { LookupAddress } from "node:dns";
import { networkInterfaces } from "node:os";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isAllowedAddress, LookupError, makeResolveHost } from "../../src/webhooks/addresses.ts";
import { send } from "../../src/webhooks/send.ts";
import { eventually } from "../harness/eventually.ts";
import { startServer } from "../harness/server.ts";
import { startReceiver } from "./receiver.ts";
import { addWebhook, newestBecomes, recordRecovered, startWebhookServer } from "./webhook-server.ts";

/** Addresses that no webhook reaches, by HTTPS neither, in the spellings of URLs. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  loopback: [
    ...["127.0.0.1", "127.1", "127.255.255.254", "0x7f.1", "2130706433", "0177.0.0.1", "[::1]", "[0:0::1]"],
    ...["localhost", "LOCALHOST", "localhost.", "a.localhost"],
  ],
  unspecified: ["0.0.0.0", "0", "0.1.2.3", "[::]"],
  "link-local": ["169.254.1.1", "[fe80::1]", "[febf::1]", "[fec0::1]"],
  metadata: [
    ...["169.254.169.254", "100.100.100.200", "192.0.0.192", "[fd00:ec2::254]"],
    "[fd20:ce::254]",
    "[fd00:c1::a9fe:a9fe]",
  ],
  multicast: ["224.0.0.251", "239.255.255.250", "[ff02::fb]", "[ff05::1]"],
  reserved: ["240.0.0.1", "255.255.255.255"],
  "IPv4 in IPv6": [
    ...["[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:8.8.8.8]", "[::ffff:7f00:1]", "[::127.0.0.1]"],
    ...["[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2001::1]", "[::ffff:0:127.0.0.1]"],
  ],
  "the server's own": Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ address }) => !address.startsWith("fe80"))
    .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
};

test.each(Object.entries(FORBIDDEN))("an address is refused: %s", async (_, hosts) => {
  const { admin } = await startServer();
  for (const protocol of ["http", "https"])
    for (const host of hosts) {
      const url = `${protocol}://${host}:4433/hook`;
      const { status, body } = await admin.post("/api/webhooks", { name: "Inside", url });
      expect([url, status, body.errors?.[0]?.path]).toEqual([url, 400, "url"]);
    }
});

test("https reaches any other address, http the site's networks only", () => {
  const site = ["10.0.0.1", "172.16.0.1", "172.31.255.1", "192.168.1.1", "fd12:3456::1"];
  const outside = ["8.8.8.8", "172.32.0.1", "100.64.0.1", "2606:4700::1111"];
  expect(site.filter((address) => !isAllowedAddress(address, false))).toEqual([]);
  expect([...site, ...outside].filter((address) => !isAllowedAddress(address, true))).toEqual([]);
  expect(outside.filter((address) => isAllowedAddress(address, false))).toEqual([]);
});

test("no IPv4 address in an IPv6 address is reached, in whatever notation", () => {
  const part = fc.integer({ min: 0, max: 255 });
  const prefixes = ["::ffff:", "::", "64:ff9b::", "::ffff:0:"];
  fc.assert(
    fc.property(fc.tuple(part, part, part, part), fc.constantFrom(...prefixes), (parts, prefix) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts;
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      return [`${prefix}${parts.join(".")}`, `${prefix}${hex}`].every(
        (each) => !isAllowedAddress(each, true),
      );
    }),
  );
});

test.each([
  ["ftp://erp.example/", "begins with https"],
  ["erp.example", "begins with https"],
  ["https://user:secret@erp.example/", "user name"],
  ["https://erp.example/#part", "fragment"],
  ["https://erp.example:22/", "port"],
  ["http://erp.example:25/", "port"],
  ["http://printer.example:9100/", "port"],
  ["http://8.8.8.8/", "https:// outside"],
])("%s is refused", async (url, message) => {
  const { admin } = await startServer();
  const { status, text } = await admin.post("/api/webhooks", { name: "Wrong", url });
  expect(status).toBe(400);
  expect(text).toContain(message);
});

test("the addresses of a name are checked at each connection: all of them must be allowed", async () => {
  const receiver = await startReceiver();
  let addresses = ["127.0.0.1"];
  const { server, admin } = await startWebhookServer({
    // Loopback is this test's outside; 10.0.0.1 its inside.
    allowsAddress: (address) => address !== "10.0.0.1",
    resolveHost: async () => addresses.map((address) => ({ address, family: 4 })),
  });
  const webhook = await addWebhook(admin, `http://erp.example:${receiver.port}/`);
  await recordRecovered(server);
  await receiver.waitFor(1);
  await newestBecomes(admin, webhook, { state: "sent" });
  // The name is bound to another address afterwards.
  for (addresses of [["10.0.0.1"], ["127.0.0.1", "10.0.0.1"]]) {
    const { body } = await admin.post(`${webhook.path}/test`);
    expect(body).toMatchObject({ status: null, error: "address" });
  }
  addresses = [];
  expect((await admin.post(`${webhook.path}/test`)).body).toMatchObject({ error: "name" });
  expect(receiver.received).toHaveLength(1);
});

test("the server's own rule applies where a webhook was saved by another one", async () => {
  const { server, admin } = await startWebhookServer();
  const receiver = await startReceiver();
  const webhook = await addWebhook(admin, receiver.url);
  const strict = await startServer({ from: server.folder });
  const { body } = await strict.admin.post(`${webhook.path}/test`);
  expect(body).toMatchObject({ status: null, error: "address" });
  expect(receiver.received).toEqual([]);
});

test("a name server that does not respond delays the webhooks of that name alone", async () => {
  const receiver = await startReceiver();
  const { server, admin, clock } = await startWebhookServer({
    timeoutMs: 200,
    resolveHost: (host) =>
      host === "lost.example"
        ? new Promise(() => {})
        : Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
  });
  const lost = await addWebhook(admin, "http://lost.example:4000/");
  const found = await addWebhook(admin, `http://erp.example:${receiver.port}/`);
  await recordRecovered(server);
  await eventually(async () => {
    // On a busy machine an answer may come after the time limit too; the next attempt is then due.
    clock.advance(5000);
    expect((await admin.get(`${found.path}/deliveries`)).body[0]).toMatchObject({ state: "sent" });
  });
  await newestBecomes(admin, lost, { state: "waiting", error: "timeout" });
});

test("an attempt without a turn for its look-up is tried again later, and does not count", async () => {
  const receiver = await startReceiver();
  const asked: string[] = [];
  const { server, admin, clock } = await startWebhookServer({
    resolveHost: (host) => {
      asked.push(host);
      if (asked.length === 1) return Promise.reject(new LookupError("busy"));
      return Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
    },
  });
  const webhook = await addWebhook(admin, `http://erp.example:${receiver.port}/`);
  await recordRecovered(server);
  await expect.poll(() => asked).toHaveLength(1);
  await newestBecomes(admin, webhook, { state: "waiting", attempts: 0 });
  clock.advance(5000);
  await newestBecomes(admin, webhook, { state: "sent", attempts: 1 });
});

test("a fourth name waits for one of three look-ups, and gets its turn before a later one", async () => {
  const found = new Map<string, PromiseWithResolvers<LookupAddress[]>>();
  const resolveHost = makeResolveHost((host) => {
    const one = Promise.withResolvers<LookupAddress[]>();
    found.set(host, one);
    return one.promise;
  });
  const { signal } = new AbortController();
  const never = () => expect.unreachable();
  const names = ["a.example", "b.example", "c.example", "d.example", "e.example"];
  const all = names.map((name) => resolveHost(name, signal, never));
  expect([...found.keys()]).toEqual(names.slice(0, 3));
  found.get("b.example")?.reject(new Error("not found"));
  await expect(all[1]).rejects.toThrow("not found");
  await expect.poll(() => [...found.keys()]).toEqual(names.slice(0, 4));
  found.get("d.example")?.resolve([{ address: "10.0.0.1", family: 4 }]);
  expect(await all[3]).toEqual([{ address: "10.0.0.1", family: 4 }]);
  await expect.poll(() => [...found.keys()]).toEqual(names);
});

test("three names that hang make an attempt of a fourth end as busy", async () => {
  const resolveHost = makeResolveHost(() => new Promise(() => {}));
  const { signal } = new AbortController();
  for (const name of ["a.example", "b.example", "c.example"]) void resolveHost(name, signal, () => {});
  const answer = await send(
    { url: "https://d.example/", headers: {}, body: "{}" },
    { allowsAddress: () => true, resolveHost, timeoutMs: 50, signal },
  );
  expect(answer).toMatchObject({ isBusy: true, error: "name" });
});
