import { beforeAll, expect, test } from "vitest";
import { addProgram } from "../access/api-keys/accounts.ts";
import { sharedServer } from "../harness/server.ts";
import { addTo } from "../inventories/seal/addenda.ts";
import { sealed } from "../inventories/seal/closed.ts";
import { createWarehouse } from "../inventories/stocktake.ts";
import { type Change, Copy, copyOf, sumsOfDatabase } from "./copy.ts";

// What auditors ask of a stocktake, in the change feed: the company, its frame, how differences are settled, its seals and addenda.

const FRAME = {
  purpose: "handover",
  decisiveDay: null,
  countBegunDT: "2026-01-02T06:00:00.000Z",
  countEndedDT: null,
  method: "documents",
  committee: [{ role: "chair", userId: null, name: "Jana Malá" }],
  handover: { from: { userId: null, name: "Adam Starý" }, to: { userId: null, name: "Eva Nová" } },
};
const COMPANY = {
  legalName: "Říční sklad s.r.o.",
  seat: "Praha",
  registrationNumber: "12345678",
  taxNumber: null,
  law: "CZ",
  balanceSheetDay: "12-31",
  retentionYears: 10,
};
const server = sharedServer();
let copy: Copy;
let id: number;
beforeAll(async () => {
  const warehouse = createWarehouse(server);
  const { manager } = server;
  await warehouse.addLocation("Hall");
  await warehouse.article("DRILL", { Hall: 7 });
  id = await warehouse.stocktake(["Hall"]);
  await warehouse.count(id, "DRILL", 3);
  copy = await copyOf(server);
  await server.admin.put("/api/company", COMPANY);
  await manager.put(`/api/inventories/${id}/frame`, FRAME);
  await warehouse.move(id, "finish");
  const { oid } = await warehouse.item(id, "DRILL");
  const settled = { itemIds: [oid], settlement: "damage", cause: "Fell down" };
  await manager.put(`/api/inventories/${id}/explain`, settled);
  await manager.put(`/api/inventories/${id}/method`, { itemIds: [oid], method: "rfid" });
  await warehouse.move(id, "process");
  await manager.put(`/api/inventories/items/${oid}/approve`, { isApproved: true });
  await warehouse.move(id, "close");
  await sealed(manager, id);
  expect((await addTo(manager, id)).status).toBe(201);
  await copy.takeAll(manager);
});

/** The records of a table that are of the stocktake. */
const own = (table: string, of: Copy = copy) =>
  of.of(table).flatMap(({ record }: Change) => (record?.["inventoryId"] === id ? [record] : []));

test("a reader who follows has the same as the server", () => {
  expect(copy.sums()).toEqual(sumsOfDatabase(server, 1));
});

test("the company is there with all that reports name, also as the only change", async () => {
  expect(copy.of("company")).toMatchObject([{ record: COMPANY }]);
  const later = await copyOf(server);
  await server.admin.put("/api/company", { ...COMPANY, taxNumber: "CZ12345678" });
  const { changes } = await later.take(server.manager);
  await server.admin.put("/api/company", COMPANY);
  await copy.takeAll(server.manager);
  expect(changes).toMatchObject([{ table: "company", record: { taxNumber: "CZ12345678" } }]);
});

test("a stocktake has its frame, with committee and handover", () => {
  const inventory = copy.of("inventory").find(({ oid }) => oid === id);
  expect(inventory?.record).toMatchObject(FRAME);
});

test("an item has its settlement with cause, person and time, its method, and who approved it when", async () => {
  const { body: me } = await server.manager.get("/api/me");
  expect(own("inventoryItem")).toMatchObject([
    {
      ...{ settlement: "damage", cause: "Fell down", explainedBy: me.id, method: "rfid" },
      ...{ isApproved: true, approvedBy: me.id },
      explainedDT: expect.stringMatching(/Z$/),
      approvedDT: expect.stringMatching(/Z$/),
    },
  ]);
});

test("a closed stocktake has the seals of its files", async () => {
  const { body } = await server.manager.get(`/api/inventories/${id}/seal`);
  const seals = own("inventorySeal").map(({ oid: _, inventoryId: __, ...seal }) => seal);
  expect(seals).toEqual(body.files);
});

test("an addendum has its number and seal, and not the strokes of its signature", () => {
  expect(own("inventoryAddendum")).toEqual([
    {
      ...{ oid: expect.any(Number), inventoryId: id, number: 1 },
      ...{ sha256: expect.stringMatching(/^[\da-f]{64}$/), signature: expect.any(String) },
      publicKey: expect.any(String),
    },
  ]);
});

test("an API key needs the scope of stocktakes for them", async () => {
  const { client } = await addProgram(server, ["articles:read"]);
  const ofKey = new Copy();
  await ofKey.takeAll(client);
  expect(ofKey.of("article").length).toBeGreaterThan(0);
  for (const table of ["company", "inventory", "inventorySeal", "inventoryAddendum"])
    expect(ofKey.of(table)).toEqual([]);
});
