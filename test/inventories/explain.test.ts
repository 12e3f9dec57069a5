import { beforeEach, describe, expect, test } from "vitest";
import { getPdf } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// Settling the differences of a stocktake: settlement and cause of each, by whom and when.

const server = sharedServer();
let warehouse: Warehouse;
let id: number;
let missing: number;
let same: number;
let open: number;
let round = 0;

/** A counted stocktake with an article that is missing, and one that was found as expected. */
beforeEach(async () => {
  warehouse = createWarehouse(server);
  round++;
  const [hall, none, found] = [`Hall ${round}`, `NONE-${round}`, `SAME-${round}`];
  await warehouse.addLocation(hall);
  await warehouse.article(none, { [hall]: 3 });
  await warehouse.article(found, { [hall]: 1 });
  await warehouse.article(`OPEN-${round}`, { [hall]: 1 });
  id = await warehouse.stocktake([hall]);
  missing = (await warehouse.count(id, none, 1)).oid;
  same = (await warehouse.count(id, found, 1)).oid;
  open = (await warehouse.item(id, `OPEN-${round}`)).oid;
  await warehouse.move(id, "finish");
});

const explain = (body: object) => warehouse.manager.put(`/api/inventories/${id}/explain`, body);
const explanationOf = async (oid: number) =>
  (await warehouse.manager.get(`/api/inventories/items/${oid}`)).body.explanation;
const damage = () => ({ itemIds: [missing], settlement: "damage", cause: "Fell from the rack" });

test("an item says how its difference is settled, why, and by whom", async () => {
  const { body: me } = await warehouse.manager.get("/api/me");
  expect((await explain(damage())).status).toBe(204);
  expect(await explanationOf(missing)).toEqual({
    settlement: "damage",
    cause: "Fell from the rack",
    at: expect.any(String),
    by: { id: me.id, fullName: me.fullName },
  });
});

test("a settlement is taken back with null", async () => {
  await explain(damage());
  await explain({ itemIds: [missing], settlement: null });
  expect(await explanationOf(missing)).toBeNull();
});

test("a decision on moved stock takes the settlement back: the difference is another one", async () => {
  await explain(damage());
  await warehouse.put(`NONE-${round}`, {});
  expect(await explanationOf(missing)).toMatchObject({ settlement: "damage" });
  const decided = await warehouse.manager.put(`/api/inventories/items/${missing}/decide`, {
    decision: "keepCount",
  });
  expect(decided.status).toBe(200);
  expect(await explanationOf(missing)).toBeNull();
});

test("a later count of the same pieces takes the settlement back", async () => {
  await explain(damage());
  await warehouse.move(id, "process", "reopen");
  await warehouse.count(id, `NONE-${round}`, 1);
  expect(await explanationOf(missing)).toBeNull();
});

test("another count of the item takes its settlement back", async () => {
  await explain(damage());
  await warehouse.move(id, "process", "reopen");
  await warehouse.count(id, `NONE-${round}`, 2);
  expect(await explanationOf(missing)).toBeNull();
});

test("a new expected quantity of the item takes its settlement back", async () => {
  await explain(damage());
  await warehouse.put(`NONE-${round}`, { [`Hall ${round}`]: 2 });
  await warehouse.manager.put(`/api/inventories/items/${missing}/decide`, { decision: "recount" });
  expect(await explanationOf(missing)).toBeNull();
});

/** A count that comes after the finish, and is accepted. */
async function countLate(count: object): Promise<void> {
  const operationId = crypto.randomUUID();
  const late = { kind: "set", operationId, at: new Date().toISOString(), ...count };
  await warehouse.user.post(`/api/inventories/${id}/counts`, { operations: [late] });
  const applied = await warehouse.manager.put(`/api/inventories/operations/${operationId}/apply`);
  expect(applied.status).toBe(200);
}

test("a count of another item that changes the difference takes settlement and approval back", async () => {
  const [from, to, code] = [`From ${round}`, `To ${round}`, `MOVED-${round}`];
  await warehouse.addLocation(from);
  await warehouse.addLocation(to);
  await warehouse.article(code, { [from]: 5, [to]: 4 });
  id = await warehouse.stocktake([from, to]);
  await warehouse.put(code, { [from]: 5, [to]: 7 });
  const elsewhere = { inventoryQuantity: 8, inventoryLocationId: warehouse.at(to) };
  const { oid } = await warehouse.count(id, code, elsewhere, from);
  await warehouse.move(id, "finish", "process");
  expect((await explain({ itemIds: [oid], settlement: "damage" })).status).toBe(204);
  await warehouse.manager.put(`/api/inventories/items/${oid}/approve`);
  const shown = async () => (await warehouse.manager.get(`/api/inventories/items/${oid}`)).body;
  expect(await shown()).toMatchObject({ isApproved: true, explanation: { settlement: "damage" } });
  const { oid: itemId } = await warehouse.item(id, code, to);
  await countLate({ itemId, quantity: 4 });
  expect(await shown()).toMatchObject({ isApproved: false, explanation: null });
});

test("a count of another item beside an unexpected one, whose last count names no location, does too", async () => {
  const [from, to, code] = [`Away ${round}`, `Here ${round}`, `STRAY-${round}`];
  await warehouse.addLocation(from);
  await warehouse.addLocation(to);
  const articleId = await warehouse.article(code, { [from]: 5 });
  id = await warehouse.stocktake([from, to]);
  await warehouse.put(code, { [to]: 5 });
  const found = { articleId, inventoryQuantity: 8, inventoryLocationId: warehouse.at(to) };
  const { oid } = (await warehouse.user.post(`/api/inventories/${id}/items`, found)).body;
  await warehouse.user.put("/api/inventories/items/update", { oid, inventoryLocationId: null });
  await warehouse.move(id, "finish", "process");
  expect((await explain({ itemIds: [oid], settlement: "surplus" })).status).toBe(204);
  const { oid: itemId } = await warehouse.item(id, code, from);
  await countLate({ itemId, quantity: 5, locationId: warehouse.at(to) });
  expect(await explanationOf(oid)).toBeNull();
});

test.each([
  ["beside an item that was found where it is expected", "first", "first"],
  ["elsewhere than an item that was found elsewhere", "third", "second"],
])("a count %s leaves settlement and approval of that one", async (_, found, other) => {
  const at = (name: string) => `${name} ${round}`;
  const places = ["first", "second", "third"].map(at);
  for (const name of places) await warehouse.addLocation(name);
  await warehouse.article(`APART-${round}`, { [at("first")]: 5, [at("second")]: 4 });
  id = await warehouse.stocktake(places);
  const count = { inventoryQuantity: 3, inventoryLocationId: warehouse.at(at(found)) };
  const { oid } = await warehouse.count(id, `APART-${round}`, count, at("first"));
  await warehouse.move(id, "finish", "process");
  await explain({ itemIds: [oid], settlement: "damage" });
  await warehouse.manager.put(`/api/inventories/items/${oid}/approve`);
  const { oid: itemId } = await warehouse.item(id, `APART-${round}`, at("second"));
  await countLate({ itemId, quantity: 3, locationId: warehouse.at(at(other)) });
  const { body } = await warehouse.manager.get(`/api/inventories/items/${oid}`);
  expect(body).toMatchObject({ isApproved: true, explanation: { settlement: "damage" } });
});

test("the causes to suggest are those of the stocktake and of closed ones, the most used first", async () => {
  const causes = async () => (await warehouse.manager.get(`/api/inventories/${id}/causes`)).body;
  const settle = (cause: string, ...itemIds: number[]) => explain({ itemIds, settlement: "damage", cause });
  await settle("Rare", missing);
  expect(await causes()).toEqual(["Rare"]);
  await warehouse.move(id, "process", "close");
  const yard = `Yard ${round}`;
  await warehouse.addLocation(yard);
  const codes = [`A-${round}`, `B-${round}`];
  for (const code of codes) await warehouse.article(code, { [yard]: 3 });
  id = await warehouse.stocktake([yard]);
  const items = [];
  for (const code of codes) items.push((await warehouse.count(id, code, 1)).oid);
  await warehouse.move(id, "finish");
  await settle("Usual", ...items);
  expect(await causes()).toEqual(["Usual", "Rare"]);
});

describe("after the approval", () => {
  /** Whether the item and its stocktake are approved. */
  const approvals = async () => {
    const [item, inventory] = await Promise.all([
      warehouse.manager.get(`/api/inventories/items/${missing}`),
      warehouse.manager.get(`/api/inventories/${id}`),
    ]);
    return [item.body.isApproved, inventory.body.isApproved];
  };
  beforeEach(async () => {
    await explain(damage());
    await warehouse.move(id, "process", "approve");
  });

  test.each([
    ["another settlement", { settlement: "naturalLoss" }],
    ["another cause", { cause: "Stolen" }],
    ["a settlement that is taken back", { settlement: null }],
  ])("%s withdraws the approvals of the item and of the stocktake", async (_, change) => {
    expect(await approvals()).toEqual([true, true]);
    await explain({ ...damage(), ...change });
    expect(await approvals()).toEqual([false, false]);
  });

  test("stock that moves after a decision withdraws settlement and approvals with it", async () => {
    await warehouse.put(`NONE-${round}`, {});
    await warehouse.manager.put(`/api/inventories/items/${missing}/decide`, { decision: "keepCount" });
    expect((await explain({ itemIds: [missing], settlement: "surplus" })).status).toBe(204);
    await warehouse.move(id, "approve");
    expect(await approvals()).toEqual([true, true]);
    await warehouse.put(`NONE-${round}`, { [`Hall ${round}`]: 3 });
    expect(await explanationOf(missing)).toBeNull();
    expect(await approvals()).toEqual([false, false]);
  });

  test("the same settlement again leaves them, and who made it", async () => {
    const before = await explanationOf(missing);
    expect((await explain(damage())).status).toBe(204);
    expect(await approvals()).toEqual([true, true]);
    expect(await explanationOf(missing)).toEqual(before);
  });
});

describe("with the version of the items that was seen", () => {
  const look = async () =>
    (await warehouse.manager.get(`/api/inventories/${id}/items/page?limit=1`)).body.seen;
  const settle = async (seen: string, ...itemIds: number[]) =>
    (
      await warehouse.manager.put(`/api/inventories/${id}/explain?seen=${encodeURIComponent(seen)}`, {
        itemIds,
        settlement: "shortage",
      })
    ).status;
  let other: number;
  /** Another article with a difference. */
  beforeEach(async () => {
    await warehouse.move(id, "process", "reopen");
    other = (await warehouse.count(id, `OPEN-${round}`, 0)).oid;
    await warehouse.move(id, "finish");
  });

  test("a settlement that was made since is not overwritten, and nothing is settled", async () => {
    const seen = await look();
    await explain(damage());
    expect(await settle(seen, other, missing)).toBe(412);
    expect(await explanationOf(missing)).toMatchObject({ settlement: "damage" });
    expect(await explanationOf(other)).toBeNull();
    expect(await settle(await look(), other, missing)).toBe(204);
    expect(await explanationOf(missing)).toMatchObject({ settlement: "shortage" });
  });

  test("a settlement of another item since is no obstacle", async () => {
    const seen = await look();
    await explain(damage());
    expect(await settle(seen, other)).toBe(204);
  });

  test("a settlement that was taken back with another count is refused as changed", async () => {
    const seen = await look();
    await warehouse.move(id, "process", "reopen");
    await warehouse.count(id, `NONE-${round}`, 3);
    await warehouse.move(id, "finish");
    expect(await settle(seen, missing)).toBe(412);
  });
});

describe("is refused", () => {
  test.each([
    ["for an item that was not counted", () => ({ itemIds: [open] }), "itemIds.0", /has no difference/],
    [
      "for an item without a difference",
      () => ({ itemIds: [missing, same] }),
      "itemIds.1",
      /has no difference/,
    ],
    [
      "for an item of no stocktake",
      () => ({ itemIds: [999_999] }),
      "itemIds.0",
      /is not an item of this stocktake/,
    ],
    [
      "with an unknown settlement",
      () => ({ itemIds: [missing], settlement: "theft" }),
      "settlement",
      /must be one of/,
    ],
  ])("%s, and nothing is settled", async (_, body, path, message) => {
    const refused = await explain({ settlement: "damage", ...body() });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ path, message: expect.stringMatching(message) }]);
    expect(await explanationOf(missing)).toBeNull();
  });
});

describe("of another sign than the difference is refused, and what fits is named", () => {
  let surplus: number;
  let moved: number;
  /** Beside the missing pieces an article with too many, and one that was found in another hall. */
  beforeEach(async () => {
    const other = `Other hall ${round}`;
    await warehouse.addLocation(other);
    await warehouse.move(id, "process", "reopen");
    surplus = (await warehouse.count(id, `OPEN-${round}`, 2)).oid;
    await warehouse.user.put("/api/inventories/items/update", {
      oid: same,
      inventoryLocationId: warehouse.at(other),
    });
    moved = same;
    await warehouse.move(id, "finish");
  });

  test.each([
    ["a shortage as a surplus", () => [missing], "surplus", "shortage, naturalLoss, damage, bookError", -2],
    ["a surplus as a shortage", () => [surplus], "shortage", "surplus, bookError", 1],
    ["a surplus as natural loss", () => [surplus], "naturalLoss", "surplus, bookError", 1],
    ["a surplus as damage", () => [surplus], "damage", "surplus, bookError", 1],
    ["another location as a shortage", () => [moved], "shortage", "damage, bookError", 0],
    ["another location as a surplus", () => [moved], "surplus", "damage, bookError", 0],
    ["the second of two", () => [missing, surplus], "shortage", "surplus, bookError", 1],
  ] as const)("%s", async (_, items, settlement, fitting, difference) => {
    const itemIds = items();
    const last = itemIds.length - 1;
    const refused = await explain({ itemIds, settlement });
    const { article } = (await warehouse.manager.get(`/api/inventories/items/${itemIds[last]}`)).body;
    const message = `${article.code} has the difference ${difference}, which is settled by one of: ${fitting}`;
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path: `itemIds.${last}`, message }]]);
    for (const oid of itemIds) expect(await explanationOf(oid)).toBeNull();
  });

  test.each([
    ["a shortage", () => missing, ["shortage", "naturalLoss", "damage", "bookError"]],
    ["a surplus", () => surplus, ["surplus", "bookError"]],
    ["another location", () => moved, ["damage", "bookError"]],
  ] as const)("%s is settled as what fits", async (_, item, settlements) => {
    for (const settlement of settlements)
      expect((await explain({ itemIds: [item()], settlement })).status).toBe(204);
  });
});

describe("the report", () => {
  test("as JSON has settlement and cause", async () => {
    await explain(damage());
    const { body } = await warehouse.manager.get(`/api/inventories/${id}/report`);
    const item = body.items.find(({ oid }: { oid: number }) => oid === missing);
    expect(item.explanation).toMatchObject({ settlement: "damage", cause: "Fell from the rack" });
  });

  test("as CSV has settlement, cause and person", async () => {
    await explain(damage());
    const { text } = await warehouse.manager.get(`/api/inventories/${id}/report?format=csv`);
    expect(text).toContain("Damage,Fell from the rack,Max Dvorak");
  });

  test.each(["", "&only=differences"])("as PDF%s has settlement and cause", async (query) => {
    await explain(damage());
    const text = await getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf${query}`);
    expect(text).toContain("Damage: Fell from the rack");
    expect(text).toMatch(/Settled by Max Dvorak, \d+ \w+ \d+, \d+:\d\d/);
  });

  const minutes = () => getPdf(warehouse.manager, `/api/inventories/${id}/report?format=pdf&only=minutes`);

  test("as minutes has the sums of each settlement, and no items", async () => {
    await explain(damage());
    const text = await minutes();
    expect(text).toContain("Minutes of the stocktake");
    expect(text).toMatch(/Settlement of the differences .* Damage .*1 pcs -2/);
    expect(text).not.toContain(`NONE-${round}`);
  });

  test("as minutes in another format is refused", async () => {
    const { status, body } = await warehouse.manager.get(
      `/api/inventories/${id}/report?format=csv&only=minutes`,
    );
    expect([status, body.errors]).toEqual([400, [{ path: "only", message: expect.any(String) }]]);
  });
});
