import { expect, test } from "vitest";
import type { Environment } from "../../src/platform/config.ts";
import { assertAddress, resolveOnSite } from "../../src/printing/transport/printer-address.ts";
import type { Client } from "../harness/client.ts";
import { ANY_LOCAL_PRINTER } from "../harness/printer-settings.ts";
import { startServer } from "../harness/server.ts";

// An Admin of any tenant chooses where the server connects to: only to printers, not to other services of the network.

const PATH = "/api/printingprinters";
const AS_INSTALLED = { PRINTING_ALLOWED_PORTS: undefined, PRINTING_ALLOW_LOOPBACK: undefined };
const ZPL = 3;

let made = 0;
const add = (admin: Client, ipAddress: string, port?: number) =>
  admin.post(PATH, { name: `At ${++made}`, ipAddress, port, printerTypeId: ZPL });

async function faultsOf(response: ReturnType<typeof add>): Promise<[string, string][]> {
  const { status, body } = await response;
  expect(status).toBe(400);
  return body.errors.map(({ path, message }: { path: string; message: string }) => [path, message]);
}

/** A server with the harness's printers stored, restarted with the settings of an installation. */
async function startInstalled(settings: Environment = {}) {
  const server = await startServer();
  await server.restart({ ...AS_INSTALLED, ...settings });
  return { server, admin: await server.as("admin") };
}

test("a printer listens on 9100 to 9109 or 6101, which the refusal of another port names", async () => {
  const { admin } = await startInstalled();
  for (const port of [undefined, 9100, 9105, 9109, 6101]) {
    expect((await add(admin, "192.168.1.5", port)).status, String(port)).toBe(201);
  }
  for (const port of [22, 80, 631, 5432, 6100, 6102, 9099, 9110, 65_535]) {
    expect(await faultsOf(add(admin, "192.168.1.5", port)), String(port)).toEqual([
      ["port", "must be one of 9100–9109, 6101; the setting Printing:AllowedPorts allows others"],
    ]);
  }
});

test("the setting's ports replace the default ones", async () => {
  const { admin } = await startInstalled({ PRINTING_ALLOWED_PORTS: "515, 7000-7001" });
  for (const port of [515, 7000, 7001]) expect((await add(admin, "10.0.0.5", port)).status).toBe(201);
  for (const port of [9100, 6101, 514, 7002]) {
    const [[path, message] = []] = await faultsOf(add(admin, "10.0.0.5", port));
    expect(path).toBe("port");
    expect(message).toContain("one of 515, 7000–7001;");
  }
  // Absent it is 9100, which this site does not allow.
  expect((await faultsOf(add(admin, "10.0.0.5")))[0]?.[0]).toBe("port");
});

test.each(["127.0.0.1", "127.8.8.8", "::1", "0:0::1", "localhost", "LOCALHOST"])(
  "%s is the server itself: refused unless the setting allows it, and all errors are returned at once",
  async (address) => {
    const { server, admin } = await startInstalled();
    const loopback = [
      "ipAddress",
      "must not be the server itself (loopback); the setting Printing:AllowLoopback allows it",
    ];
    expect(await faultsOf(add(admin, address))).toEqual([loopback]);
    expect(await faultsOf(add(admin, address, 22))).toEqual([["port", expect.any(String)], loopback]);
    await server.restart({ ...AS_INSTALLED, PRINTING_ALLOW_LOOPBACK: "true" });
    expect((await add(await server.as("admin"), address)).status).toBe(201);
  },
);

test("an earlier printer keeps its address and port as long as neither changes", async () => {
  const { server, admin } = await startInstalled();
  const { body: old } = await admin.get(`${PATH}/1`);
  expect(old.ipAddress).toBe("127.0.0.1");
  expect(old.port).not.toBe(9100);
  const renamed = await admin.put(`${PATH}/1`, { ...old, name: "Dock 2", isActive: false });
  expect(renamed.body).toEqual({ ...old, name: "Dock 2", isActive: false });
  const { ipAddress, port } = old;
  const moved = (fields: object) => admin.put(`${PATH}/1`, { ipAddress, port, ...fields });
  expect((await faultsOf(moved({ port: 9100 })))[0]?.[0]).toBe("ipAddress");
  expect((await faultsOf(moved({ ipAddress: "10.0.0.5" })))[0]?.[0]).toBe("port");
  expect((await moved({ ipAddress: "10.0.0.5", port: 9100 })).status).toBe(200);
  expect((await faultsOf(moved({})))[0]?.[0]).toBe("port");
  // Another port of its own stays refused where everything else is allowed.
  await server.restart(ANY_LOCAL_PRINTER);
  const own = await (await server.as("admin")).put(`${PATH}/1`, { ipAddress, port: server.appliance.port });
  expect(own.body.errors[0].path).toBe("port");
});

test("an earlier printer is still connected to", async () => {
  const { admin } = await startInstalled();
  // The port is unused: a refused printer is not connected to, and has the reason.
  await admin.post("/api/pda/printing/print", { articleId: 1, printerId: 1, labelFormatId: 1 });
  const label = async () => (await admin.get("/api/printrequests?printerId=1")).body[0];
  await expect.poll(async () => (await label()).lastError).toContain("refused the connection");
});

test("a name that resolves to the server itself only at connection time is refused then", async () => {
  const rulesOf = (allowsLoopback: boolean) => ({
    ownPorts: new Set<number>(),
    config: { printing: { allowsLoopback, allowedPorts: [] } },
  });
  const rebound = async () => ["10.0.0.5", "127.0.0.1"];
  await expect(resolveOnSite("printer.lan", 9100, rulesOf(false), rebound)).rejects.toMatchObject({
    fieldErrors: [{ path: "ipAddress" }],
  });
  expect(await resolveOnSite("printer.lan", 9100, rulesOf(true), rebound)).toEqual(await rebound());
  // It can only have been saved before this rule.
  expect(await resolveOnSite("localhost", 9100, rulesOf(false), rebound)).toEqual(await rebound());
});

test("a name that resolves outside the site's network only at connection time is refused then", async () => {
  const rules = {
    ownPorts: new Set<number>(),
    config: { printing: { allowsLoopback: true, allowedPorts: [] } },
  };
  const onSite = async () => ["10.0.0.5"];
  expect(await resolveOnSite("printer.lan", 9100, rules, onSite)).toEqual(["10.0.0.5"]);
  for (const elsewhere of ["8.8.8.8", "169.254.169.254"]) {
    const rebound = async () => ["10.0.0.5", elsewhere];
    await expect(resolveOnSite("printer.lan", 9100, rules, rebound)).rejects.toMatchObject({
      fieldErrors: [{ path: "ipAddress" }],
    });
  }
});

test.each([true, false])(
  "an address of the server's own network is refused at every port, when saved and at each connection (loopback allowed: %s)",
  async (allowsLoopback) => {
    const own = ["192.168.1.20", "fd00:0:0:1::20"];
    const rules = {
      ownPorts: new Set([8443]),
      config: { printing: { allowsLoopback, allowedPorts: [{ first: 9100, last: 9109 }] } },
    };
    const refused = { fieldErrors: [{ path: "ipAddress" }] };
    for (const address of ["192.168.1.20", "fd00::1:0:0:0:20"])
      for (const port of [9100, 9109]) {
        await expect(assertAddress(address, port, rules, own)).rejects.toMatchObject(refused);
        await expect(resolveOnSite(address, port, rules, undefined, own)).rejects.toMatchObject(refused);
      }
    const rebound = async () => ["192.168.1.5", "192.168.1.20"];
    await expect(resolveOnSite("printer.lan", 9100, rules, rebound, own)).rejects.toMatchObject(refused);
    await assertAddress("192.168.1.5", 9100, rules, own);
    expect(await resolveOnSite("192.168.1.5", 9100, rules, undefined, own)).toEqual(["192.168.1.5"]);
  },
);
