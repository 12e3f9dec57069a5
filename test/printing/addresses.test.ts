import { expect, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";

// Allowed addresses of printers: the server connects neither to the internet nor to itself.

const PATH = "/api/printingprinters";
const server = sharedServer();
const { admin } = server;

let made = 0;
const add = (ipAddress: string, port?: number) =>
  admin.post(PATH, { name: `At ${++made}`, ipAddress, port, printerTypeId: 3 });

const ON_SITE = [
  "192.168.1.5",
  "192.168.255.255",
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "127.0.0.1",
  "127.8.8.8",
  "::1",
  "fd00::1",
  "fc00::1",
  "FD12:3456:789A::1",
  "localhost",
  "printer-7.invalid",
  "  10.0.0.1  ",
];
const FOREIGN = [
  "172.15.255.255",
  "172.32.0.1",
  "192.167.1.1",
  "192.169.1.1",
  "11.0.0.1",
  "8.8.8.8",
  "100.64.0.1",
  "169.254.169.254",
  "0.0.0.0",
  "255.255.255.255",
  "224.0.0.1",
  "::",
  "2001:db8::1",
  "fe80::1",
  "fe80::1%eth0",
  "fd00::1%eth0",
  "ff02::1",
  "::ffff:10.0.0.1",
  "::FFFF:10.0.0.1",
  "::ffff:a00:1",
  "0:0:0:0:0:ffff:a00:1",
  "0:0:0:0:0:ffff:10.0.0.1",
  "0000:0000:0000:0000:0000:FFFF:7f00:0001",
  "::ffff:8.8.8.8",
  "::10.0.0.1",
  "::a00:1",
  "64:ff9b::a00:1",
  "2002:a00:1::",
  "2130706433",
  "0x7f.1",
  "0x7f000001",
  "0177.0.0.1",
  "127.1",
  "10.1",
  "10.0.0.256",
  "10.0.0.1.",
  "010.0.0.1",
  "١٠.0.0.1",
  "[::1]",
  "10.0.0.1:9100",
  "http://10.0.0.1",
  "10.0.0.1/24",
  "10.0.0.1\t8.8.8.8",
  "10.0.0.1,8.8.8.8",
  "user@10.0.0.1",
  "a..b",
  "-printer",
  "printer name",
  "tiskárna",
  "printer.7",
  "printer.0x7f",
];

test.each(ON_SITE)("%j is accepted as a printer's address", async (address) => {
  const response = await add(address);
  expect(response.status).toBe(201);
  expect(response.body.ipAddress).toBe(address.trim());
});

test.each(FOREIGN)("%j is 400 at ipAddress, in a change too", async (address) => {
  const { body: old } = await add("10.0.0.1");
  for (const response of [
    await add(address),
    await admin.put(`${PATH}/${old.oid}`, { ipAddress: address }),
  ]) {
    expect(refusal(response)).toEqual([400, "ipAddress"]);
  }
  expect((await admin.get(`${PATH}/${old.oid}`)).body).toEqual(old);
});

const OWN = ["127.0.0.1", "127.0.0.2", "localhost", "::1", "0:0:0:0:0:0:0:1", "0::1", "::0001"];
test.each(OWN)(
  "the server's own port at %s is refused, in every notation of the address; another port is not",
  async (address) => {
    const { port } = server.appliance;
    const { body: old } = await add(address, 9100);
    expect(old.oid).toBeGreaterThan(0);
    for (const response of [
      await add(address, port),
      await admin.put(`${PATH}/${old.oid}`, { port }),
      await admin.put(`${PATH}/${old.oid}`, { ipAddress: address, port }),
    ]) {
      expect(refusal(response)).toEqual([400, "port"]);
    }
    expect((await admin.get(`${PATH}/${old.oid}`)).body).toEqual(old);
  },
);

test("the server's own port number at another machine of the site is allowed", async () => {
  expect((await add("10.20.30.40", server.appliance.port)).status).toBe(201);
});

test("moving to loopback while the server's own port is kept is refused", async () => {
  const { body: old } = await add("10.20.30.41", server.appliance.port);
  const response = await admin.put(`${PATH}/${old.oid}`, { ipAddress: "127.0.0.1" });
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe("port");
});

test("a printer whose address has become invalid can still be renamed and deactivated", async () => {
  const { body: old } = await add("10.20.30.42");
  await server.appliance.dependencies.storage.write(1, (tx) => {
    moveAway.run(tx, { oid: old.oid });
  });
  const response = await admin.put(`${PATH}/${old.oid}`, { name: "Away", isActive: false });
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ ...old, ipAddress: "8.8.8.8", name: "Away", isActive: false });
  expect((await admin.put(`${PATH}/${old.oid}`, { port: 9101 })).body.errors[0].path).toBe("ipAddress");
});

const moveAway = statement((p: { oid: number }) =>
  sqlite.updateTable("printer").set({ ipAddress: "8.8.8.8" }).where("oid", "=", p.oid),
);
