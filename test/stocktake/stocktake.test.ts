import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { LISTED, spreadsheetUpload } from "./list.ts";
import { type Item, pair, scan, send, type Terminal } from "./terminals.ts";

// One stocktake from an empty server to its report, and the next one. The tests build on each other.

const server = sharedServer({ empty: true });

let admin: Client;
let manager: Client;
let dock: Terminal;
let hall: Terminal;
let yard: Terminal;
const users = new Map<string, number>();
const locations = new Map<string, number>();
let inventory = 0;

const itemsOf = async (): Promise<Item[]> => (await manager.get(`/api/inventories/${inventory}/items`)).body;
async function itemOf(code: string): Promise<Item> {
  const item = (await itemsOf()).find(({ article }) => article.code === code);
  if (item === undefined) throw new Error(`no item of ${code}`);
  return item;
}
const location = (name: string) => {
  const oid = locations.get(name);
  if (oid === undefined) throw new Error(`no location ${name}`);
  return oid;
};

test("the server is set up with its set-up code", async () => {
  const code = readFileSync(join(server.folder, "setup-code"), "utf8").trim();
  const { status, body } = await server.anonymous.post("/api/setup", {
    code,
    tenantName: "Sklad s.r.o.",
    userName: "ada",
    firstName: "Ada",
    lastName: "Nováková",
    password: "correct horse",
  });
  expect(status).toBe(201);
  admin = server.withToken(body.accessToken);
  expect((await admin.get("/api/articles")).body).toEqual([]);
});

test("the spreadsheet is checked first, then imported as a whole", async () => {
  const checked = await admin.send("POST", "/api/imports", spreadsheetUpload());
  expect(checked.body.errors).toEqual([]);
  expect(checked.body).toMatchObject({ rows: 7, toCreate: 7, toUpdate: 0, state: "checked" });
  expect(checked.body.made.locations.count).toBe(5);
  expect((await admin.get("/api/articles")).body).toEqual([]);
  expect((await admin.put(`/api/imports/${checked.body.id}/apply`)).body.state).toBe("applied");
  const chairs = (await admin.get("/api/articles/findByName?name=zidle")).body;
  expect(chairs).toMatchObject([{ code: "Z-001", name: "Židle kancelářská", price: 1250.5 }]);
  for (const { oid, name } of (await admin.get("/api/locations")).body) locations.set(name, oid);
  expect([...locations.keys()].sort()).toEqual(["Dvůr", "Hala A", "Hala B", "Kancelář", "Sklad"]);
});

test("users get their roles and PINs", async () => {
  for (const [userName, lastName, role] of [
    ["max", "Dvořák", "Manager"],
    ["uma", "Svobodová", "User"],
    ["petr", "Černý", "User"],
  ] as const) {
    const { status, body } = await admin.post("/api/users", {
      userName,
      firstName: userName,
      lastName,
      roles: [role],
      password: `${userName}-password`,
      pin: "471182",
    });
    expect(status).toBe(201);
    users.set(userName, body.oid);
  }
  manager = await server.as("max");
});

test("three terminals are paired, and their users log in with the PIN", async () => {
  dock = await pair(server, admin, "Dock", users.get("uma"));
  hall = await pair(server, admin, "Hall", users.get("petr"));
  yard = await pair(server, admin, "Yard", users.get("uma"));
});

test("a stocktake of all locations is prepared and started", async () => {
  const created = await manager.post("/api/inventories", { name: "Inventura 2026", mustBeApproved: true });
  expect(created.status).toBe(201);
  inventory = created.body.oid;
  const prepared = await manager.put(`/api/inventories/${inventory}/prepare`);
  expect(prepared.body).toMatchObject({ inventoryState: { name: "Waiting for start" }, overlaps: [] });
  const items = await itemsOf();
  expect(items.map(({ article, quantity }) => [article.code, quantity]).sort()).toEqual(LISTED);
  expect((await dock.client.put(`/api/inventories/${inventory}/start`)).status).toBe(200);
});

test("one terminal counts online", async () => {
  const chairs = await itemOf("Z-001");
  const counted = await dock.client.put("/api/inventories/items/update", {
    oid: chairs.oid,
    inventoryQuantity: 12,
  });
  expect(counted.body).toMatchObject({ isFound: true, inventoryQuantity: 12 });
});

test("two terminals count offline: the same table, a drill at another location, an unknown code", async () => {
  const table = (await itemOf("Z-002")).oid;
  hall.outbox.push(
    scan({ itemId: table, quantity: 4 }, 50),
    scan({ code: "V-001", quantity: 1, locationId: location("Hala A"), note: "u dveří" }, 45),
    scan({ code: "V-002", quantity: 0, locationId: location("Hala B") }, 44),
    scan({ code: "8594001234567", quantity: 1, locationId: location("Hala B") }, 40),
  );
  yard.outbox.push(
    scan({ itemId: table, quantity: 3 }, 30),
    scan({ code: "P-001", kind: "add", quantity: 20, locationId: location("Dvůr") }, 28),
    scan({ code: "P-001", kind: "add", quantity: 18, locationId: location("Dvůr") }, 20),
    scan({ code: "N-002", quantity: 1, locationId: location("Dvůr") }, 15),
  );
  expect((await manager.get(`/api/inventories/${inventory}/progress`)).body).toMatchObject({ counted: 1 });
});

test("the yard's terminal sends half, is killed before it has stored the receipts, and sends all operations again", async () => {
  expect(await send(yard, inventory, yard.outbox.slice(0, 2), 2)).toEqual(["applied", "applied"]);
  const details = await manager.get(`/api/inventories/${inventory}/progress?details=true`);
  expect(details.body.terminals).toContainEqual(
    expect.objectContaining({ device: { id: yard.deviceId, name: "Yard" }, pending: 2 }),
  );
  const again = await send(yard, inventory, yard.outbox.toReversed());
  expect(again).toEqual(["applied", "applied", "duplicate", "duplicate"]);
  expect(await itemOf("P-001")).toMatchObject({ inventoryQuantity: 38 });
});

test("the server restarts in the middle, and nothing is lost", async () => {
  const before = await itemsOf();
  await server.restart();
  for (const terminal of [dock, hall, yard]) terminal.client = server.withToken(terminal.token);
  [admin, manager] = [await server.as("ada"), await server.as("max")];
  expect(await itemsOf()).toEqual(before);
});

test("the hall's terminal comes back: its older count of the table is not applied over the newer, and marks it for recount", async () => {
  expect(await send(hall, inventory, hall.outbox)).toEqual(["applied", "applied", "applied", "unknown"]);
  expect(await itemOf("Z-002")).toMatchObject({ inventoryQuantity: 3, isToRecount: true });
  await send(dock, inventory, [scan({ code: "Z-002", quantity: 4, locationId: location("Hala A") })]);
  expect(await itemOf("Z-002")).toMatchObject({ inventoryQuantity: 4, isToRecount: false });
});

test("a pallet is moved meanwhile: its item is marked", async () => {
  const { body: pallets } = await manager.get("/api/articles/getbycode?code=P-001");
  const moved = await manager.post(`/api/articles/${pallets.oid}/locations/move`, {
    fromLocationId: location("Dvůr"),
    toLocationId: location("Hala A"),
    quantity: 2,
  });
  expect(moved.status).toBe(200);
  expect(await itemOf("P-001")).toMatchObject({ movedQuantity: -2 });
});

test("a count that comes after the count was finished is stored until the manager applies it", async () => {
  expect((await dock.client.put(`/api/inventories/${inventory}/finish`)).status).toBe(200);
  const late = scan({ code: "N-001", quantity: 1, locationId: location("Kancelář") }, 5);
  expect(await send(hall, inventory, [late])).toEqual(["late"]);
  expect(await itemOf("N-001")).toMatchObject({ inventoryQuantity: null });
  await manager.put(`/api/inventories/operations/${late.operationId}/apply`);
  expect(await itemOf("N-001")).toMatchObject({ inventoryQuantity: 1 });
});

test("each item has exactly one result, and the report has the total value", async () => {
  expect((await manager.put(`/api/inventories/${inventory}/process`)).status).toBe(200);
  const results = Object.fromEntries(
    (await itemsOf())
      .filter(({ isUnexpected }) => !isUnexpected)
      .map(({ article, result }) => [article.code, result]),
  );
  expect(results).toEqual({
    "Z-001": "foundAsExpected",
    "Z-002": "foundAsExpected",
    "V-001": "foundElsewhere",
    "V-002": "missing",
    "N-001": "foundAsExpected",
    "N-002": "notCounted",
    "P-001": "quantityDiffers",
  });
  const { body: report } = await manager.get(`/api/inventories/${inventory}/report`);
  expect(report.unknownCodes).toMatchObject([{ code: "8594001234567" }]);
  for (const format of ["csv", "xlsx", "pdf"]) {
    const file = await manager.get(`/api/inventories/${inventory}/report?format=${format}`);
    expect(file.status).toBe(200);
    expect(file.bytes.length).toBeGreaterThan(500);
  }
});

test("the manager closes once, after a decision on the pallets and the approval", async () => {
  const pallets = (await itemOf("P-001")).oid;
  const decided = await manager.put(`/api/inventories/items/${pallets}/decide`, { decision: "keepCount" });
  expect(decided.status).toBe(200);
  expect((await manager.put(`/api/inventories/${inventory}/close`)).status).toBe(400);
  expect((await manager.put(`/api/inventories/${inventory}/approve`)).body.isApproved).toBe(true);
  const closes = await Promise.all([1, 2].map(() => manager.put(`/api/inventories/${inventory}/close`)));
  expect(closes.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("every article is now at the location where it was found, and the history names the stocktake", async () => {
  const stockOf = async (code: string) => {
    const { body } = await manager.get(`/api/articles/getbycode?code=${code}`);
    const { body: found } = await manager.get(`/api/articles/${body.oid}/locations`);
    return found
      .map(
        ({ location, quantity }: { location: { name: string }; quantity: number }) =>
          `${location.name} ${quantity}`,
      )
      .sort();
  };
  expect(await stockOf("Z-001")).toEqual(["Hala A 12"]);
  expect(await stockOf("V-001")).toEqual(["Hala A 1"]);
  expect(await stockOf("V-002")).toEqual([]);
  // One monitor was found in the yard: it came from the office, which was not counted.
  expect(await stockOf("N-002")).toEqual(["Dvůr 1", "Kancelář 2"]);
  expect(await stockOf("P-001")).toEqual(["Dvůr 38", "Hala A 2"]);
  const { body: drill } = await manager.get("/api/articles/getbycode?code=V-001");
  const { body: history } = await admin.get(`/api/audit?entity=article&entityId=${drill.oid}`);
  expect(history[0]).toMatchObject({ cause: `inventory ${inventory}`, user: { fullName: "max Dvořák" } });
});

test("a second stocktake expects the result of the first one", async () => {
  const { body } = await manager.post("/api/inventories", { name: "Inventura 2027" });
  inventory = body.oid;
  await manager.put(`/api/inventories/${inventory}/prepare`);
  const names = new Map([...locations].map(([name, oid]) => [oid, name]));
  const expected = (await itemsOf()).map(
    ({ article, quantity, locationId }) => `${article.code} ${names.get(locationId)} ${quantity}`,
  );
  expect(expected.sort()).toEqual([
    "N-001 Kancelář 1",
    "N-002 Dvůr 1",
    "N-002 Kancelář 2",
    "P-001 Dvůr 38",
    "P-001 Hala A 2",
    "V-001 Hala A 1",
    "Z-001 Hala A 12",
    "Z-002 Hala A 4",
  ]);
});
