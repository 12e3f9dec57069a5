import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { createClock } from "../harness/clock.ts";
import { eventually } from "../harness/eventually.ts";
import { imported } from "../import/uploads.ts";
import { uploadOfCode } from "../photos/uploads.ts";
import { createOperation, results, type Sent, send } from "./count-requests.ts";
import { pairTerminal } from "./inventory-setup.ts";
import { sharedWarehouse } from "./stocktake.ts";

// Each scan of a code that no article has is a piece. When an article has the code, all of them are pieces of the article.

const clock = createClock();
let inventory: number;
let terminals: readonly [Client, Client];
const { server, warehouse } = sharedWarehouse({ clock });
beforeAll(async () => {
  for (const name of ["shelf", "rack"]) await warehouse.addLocation(name);
  await warehouse.article("A", { shelf: 3 });
  terminals = [(await pairTerminal(server, "One")).client, (await pairTerminal(server, "Two")).client];
});

let number = 0;
/** Starts a stocktake; returns a code that no article has, and the cursor of a terminal that has seen nothing yet. */
async function begin(): Promise<{ code: string; seen: string }> {
  inventory = await warehouse.stocktake(["shelf", "rack"]);
  clock.advance(600_000);
  return { code: `EAN-${++number}`, seen: await cursor(terminals[0]) };
}

/** An id of version 7, as terminals of this product make it from the time. */
const idOf = (at: number) => {
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(++number).padStart(12, "0")}`;
};

async function cursor(client: Client): Promise<string> {
  return (await client.get(`/api/inventories/${inventory}/items?since=`)).body.cursor;
}

/** A scan as a terminal sends it since it adds. */
function scan(code: string, location: string, fields: Sent = {}) {
  clock.advance(1000);
  const at = clock.now();
  const named = { code, locationId: warehouse.at(location), at: new Date(at).toISOString() };
  return createOperation({ operationId: idOf(at), kind: "add", quantity: 1, ...named, ...fields });
}

/** A scan of an unknown code as terminals of earlier versions send it. */
const oldScan = (code: string, seen: string, location = "shelf") =>
  scan(code, location, { kind: "set", seen });

/** Its undo there. */
const oldUndo = (code: string, seen: string, location = "shelf") =>
  scan(code, location, { kind: "set", quantity: null, seen });

const operations = async (state: string) =>
  (await warehouse.manager.get(`/api/inventories/${inventory}/operations?state=${state}`)).body;
const apply = ({ operationId }: { operationId: string }) =>
  warehouse.manager.put(`/api/inventories/operations/${operationId}/apply`);

/** Pieces of an article by the location where they were found. */
async function pieces(code: string): Promise<Record<string, number | null>> {
  const { body } = await warehouse.manager.get(`/api/inventories/${inventory}/items`);
  const nameOf = (oid: number | null) => ["shelf", "rack"].find((name) => warehouse.at(name) === oid) ?? "";
  const items = (
    body as { article: { code: string }; inventoryLocationId: number; inventoryQuantity: number }[]
  )
    .filter(({ article }) => article.code === code)
    .filter(({ inventoryQuantity }) => inventoryQuantity !== null);
  return Object.fromEntries(items.map((item) => [nameOf(item.inventoryLocationId), item.inventoryQuantity]));
}

describe("all counts of an unknown code", () => {
  test("become the article's when one of them is accepted, each at its location", async () => {
    const { code } = await begin();
    const [one, two] = terminals;
    const first = [scan(code, "shelf"), scan(code, "shelf"), scan(code, "rack")];
    await send(one, inventory, first);
    await send(two, inventory, [scan(code, "shelf", { quantity: 4 })]);
    expect((await operations("unknown")).map((row: { codeQuantity: number }) => row.codeQuantity)).toEqual([
      7, 7, 7, 7,
    ]);
    await warehouse.move(inventory, "finish");
    await warehouse.manager.put(`/api/articles/${warehouse.id("A")}`, { serialNumber: code });
    expect(await pieces("A")).toEqual({});
    expect((await apply(first[0] as never)).status).toBe(200);
    expect(await pieces("A")).toEqual({ shelf: 6, rack: 1 });
    expect(await operations("unknown")).toEqual([]);
  });

  test("become the article's also where its code comes after more unknown codes than one write looks up", async () => {
    const { code: first } = await begin();
    const code = `${first}-last`;
    const others = Array.from({ length: 500 }, (_, index) => scan(`${first}-${index}`, "shelf"));
    const own = [scan(code, "shelf"), scan(code, "shelf"), scan(code, "rack")];
    await send(terminals[0], inventory, others);
    await send(terminals[0], inventory, own);
    await warehouse.move(inventory, "finish");
    await warehouse.manager.put(`/api/articles/${warehouse.id("A")}`, { serialNumber: code });
    expect((await apply(own[0] as never)).status).toBe(200);
    expect(await pieces("A")).toEqual({ shelf: 2, rack: 1 });
  });

  test("become the article's as soon as an article has the code, later ones too", async () => {
    const { code } = await begin();
    const [one, two] = terminals;
    await send(one, inventory, [scan(code, "shelf"), scan(code, "shelf")]);
    await warehouse.article(code, {});
    expect(await pieces(code)).toEqual({ shelf: 2 });
    await send(two, inventory, [scan(code, "shelf"), scan(code, "rack")]);
    expect(await pieces(code)).toEqual({ shelf: 3, rack: 1 });
    expect(await operations("unknown")).toEqual([]);
  });

  test("become the article's when an import adds it", async () => {
    const { code } = await begin();
    await send(terminals[0], inventory, [scan(code, "shelf"), scan(code, "shelf"), scan(code, "rack")]);
    const list = `code;name;category;type;state;price\n${code};Imported;Tools;Asset;In use;1\n`;
    await imported(server.admin, "articles", list);
    await eventually(async () => expect(await pieces(code)).toEqual({ shelf: 2, rack: 1 }));
    expect(await operations("unknown")).toEqual([]);
  });

  test("become the article's among more unknown codes than one write looks up", async () => {
    const { code: first } = await begin();
    const codes = Array.from({ length: 600 }, (_, index) => `${first}-${String(index).padStart(3, "0")}`);
    await send(
      terminals[0],
      inventory,
      codes.map((code) => scan(code, "shelf")),
    );
    const last = codes.at(-1) ?? "";
    await warehouse.article(last, {});
    await eventually(async () => expect(await pieces(last)).toEqual({ shelf: 1 }));
  });

  test("become the article's with an additional code of it", async () => {
    const { code } = await begin();
    await send(terminals[0], inventory, [scan(code, "shelf"), scan(code.toLowerCase(), "shelf")]);
    await warehouse.user.post(`/api/articles/${warehouse.id("A")}/codes`, { code });
    expect(await pieces("A")).toEqual({ shelf: 2 });
  });

  test("become the article's when the stocktake is reopened, where an article got the code after the finish", async () => {
    const { code } = await begin();
    await send(terminals[0], inventory, [scan(code, "shelf"), scan(code, "rack")]);
    await warehouse.move(inventory, "finish");
    await warehouse.article(code, {});
    expect(await pieces(code)).toEqual({});
    await warehouse.move(inventory, "reopen");
    expect(await pieces(code)).toEqual({ shelf: 1, rack: 1 });
    expect(await operations("unknown")).toEqual([]);
  });

  test("of two terminals at one location are to be recounted: neither has seen the other's", async () => {
    const { code, seen } = await begin();
    await send(terminals[0], inventory, [scan(code, "shelf", { seen }), scan(code, "shelf", { seen })]);
    await warehouse.article(code, {});
    expect((await warehouse.item(inventory, code)).isToRecount).toBe(false);
    await send(terminals[1], inventory, [scan(code, "shelf", { seen })]);
    expect(await warehouse.item(inventory, code)).toMatchObject({ inventoryQuantity: 3, isToRecount: true });
  });

  test("that were all taken back are neither reported nor become an item", async () => {
    const { code } = await begin();
    const progress = async () =>
      (await warehouse.user.get(`/api/inventories/${inventory}/progress?details=true`)).body.unknown;
    await send(terminals[0], inventory, [scan(code, "shelf"), scan(code, "shelf")]);
    expect(await progress()).toBe(1);
    await send(terminals[0], inventory, [scan(code, "shelf", { quantity: -1 })]);
    expect(await progress()).toBe(1);
    await send(terminals[0], inventory, [scan(code, "shelf", { quantity: -1 })]);
    expect(await progress()).toBe(0);
    await warehouse.article(code, {});
    const { body } = await warehouse.manager.get(`/api/inventories/${inventory}/items`);
    expect(body.map(({ article }: { article: { code: string } }) => article.code)).not.toContain(code);
    await warehouse.move(inventory, "finish");
    expect((await warehouse.manager.get(`/api/inventories/${inventory}/report`)).body.unknownCodes).toEqual(
      [],
    );
  });
});

describe("the photos of an unknown code", () => {
  const listOf = async (path: string) => (await warehouse.user.get(path)).body as { oid: number }[];
  const oids = async (path: string) => (await listOf(path)).map(({ oid }) => oid);
  const itemPhotos = async (code: string) =>
    oids(`/api/photoarticleinventory/${(await warehouse.item(inventory, code)).oid}`);

  test("are named by its count until they are deleted", async () => {
    const { code } = await begin();
    const one = scan(code, "shelf");
    await send(terminals[0], inventory, [one]);
    const { oid } = (await uploadOfCode(terminals[0], one.operationId as string)).body;
    expect(await operations("unknown")).toMatchObject([{ photoIds: [oid] }]);
    await warehouse.manager.delete(`/api/photos/${oid}`);
    expect(await operations("unknown")).toMatchObject([{ photoIds: [] }]);
  });

  test("become the item's when an article gets the code", async () => {
    const { code } = await begin();
    const scans = [scan(code, "shelf"), scan(code, "shelf")];
    await send(terminals[0], inventory, scans);
    const photos: number[] = [];
    for (const { operationId } of scans)
      photos.push((await uploadOfCode(terminals[0], operationId as string)).body.oid);
    await warehouse.article(code, {});
    expect(await itemPhotos(code)).toEqual(photos.toReversed());
    for (const { operationId } of scans)
      expect(await oids(`/api/photounknowncode/${operationId}`)).toEqual([]);
  });

  test("become the item's when a late count is accepted", async () => {
    const { code } = await begin();
    const late = scan(code, "shelf");
    await warehouse.move(inventory, "finish");
    clock.advance(60_000);
    await send(terminals[0], inventory, [late]);
    const { body } = await uploadOfCode(terminals[0], late.operationId as string);
    await warehouse.article(code, {});
    expect((await apply(late as never)).status).toBe(200);
    expect(await itemPhotos(code)).toEqual([body.oid]);
  });
});

describe("a `set` of a terminal of an earlier version", () => {
  test("adds while no article has the code", async () => {
    const { code, seen } = await begin();
    await send(terminals[0], inventory, [oldScan(code, seen), oldScan(code, seen), oldScan(code, seen)]);
    await warehouse.article(code, {});
    expect(await pieces(code)).toEqual({ shelf: 3 });
  });

  test("adds where the article is newer than the terminal's articles, and is a duplicate when it is sent again", async () => {
    const { code, seen } = await begin();
    const before = oldScan(code, seen);
    await warehouse.article(code, {});
    const sent = [before, oldScan(code, seen), oldScan(code, seen)];
    expect(results(await send(terminals[0], inventory, sent))).toEqual(["applied", "applied", "applied"]);
    expect(results(await send(terminals[0], inventory, sent))).toEqual([
      "duplicate",
      "duplicate",
      "duplicate",
    ]);
    expect(await pieces(code)).toEqual({ shelf: 3 });
  });

  test("adds where it is late and its code was unknown", async () => {
    const { code, seen } = await begin();
    const sent = [oldScan(code, seen), oldScan(code, seen)];
    await warehouse.move(inventory, "finish");
    await send(terminals[0], inventory, sent);
    await warehouse.article(code, {});
    await warehouse.move(inventory, "reopen");
    expect(await pieces(code)).toEqual({ shelf: 2 });
  });

  test("to null takes one scan back, the last one, and is a duplicate when it is sent again", async () => {
    const { code, seen } = await begin();
    await send(terminals[1], inventory, [scan(code, "shelf", { quantity: 4 })]);
    const scans = [oldScan(code, seen), scan(code, "shelf", { kind: "set", seen, quantity: 12 })];
    await send(terminals[0], inventory, [oldScan(code, seen), ...scans, oldUndo(code, seen)]);
    const undo = oldUndo(code, seen);
    expect(results(await send(terminals[0], inventory, [undo]))).toEqual(["unknown"]);
    expect(results(await send(terminals[0], inventory, [undo]))).toEqual(["duplicate"]);
    expect((await operations("unknown"))[0].codeQuantity).toBe(5);
    await warehouse.article(code, {});
    expect(await pieces(code)).toEqual({ shelf: 5 });
  });

  test("to null takes one scan back where the article is newer than the terminal's articles", async () => {
    const { code, seen } = await begin();
    await send(terminals[0], inventory, [oldScan(code, seen), oldScan(code, seen)]);
    await warehouse.article(code, {});
    await send(terminals[0], inventory, [oldScan(code, seen), oldUndo(code, seen)]);
    expect(await pieces(code)).toEqual({ shelf: 2 });
  });

  test("to null that is late takes one scan back", async () => {
    const { code, seen } = await begin();
    const sent = [oldScan(code, seen), oldScan(code, seen), oldUndo(code, seen)];
    await warehouse.move(inventory, "finish");
    await send(terminals[0], inventory, sent);
    await warehouse.article(code, {});
    await warehouse.move(inventory, "reopen");
    expect(await pieces(code)).toEqual({ shelf: 1 });
  });

  test("to null takes back no scan at another location, and none of another terminal", async () => {
    const { code, seen } = await begin();
    const onShelf = oldScan(code, seen);
    const onRack = scan(code, "rack", { kind: "set", seen, quantity: 5 });
    await send(terminals[0], inventory, [onShelf, onRack]);
    await send(terminals[1], inventory, [scan(code, "shelf", { quantity: 7 })]);
    await send(terminals[0], inventory, [oldUndo(code, seen)]);
    await warehouse.article(code, {});
    expect(await pieces(code)).toEqual({ shelf: 7, rack: 5 });
  });

  test("sets the quantity of an article that the terminal knew", async () => {
    const { code } = await begin();
    await warehouse.article(code, {});
    clock.advance(600_000);
    const seen = await cursor(terminals[0]);
    const typed = (quantity: number) => scan(code, "shelf", { kind: "set", quantity, seen });
    await send(terminals[0], inventory, [typed(5), typed(4)]);
    expect(await pieces(code)).toEqual({ shelf: 4 });
  });
});

describe("a `set` sets the quantity of a code", () => {
  test("from a terminal that names the article, though it is deleted", async () => {
    const { code, seen } = await begin();
    const articleId = await warehouse.article(`${code}-deleted`, {});
    await warehouse.manager.delete(`/api/articles/${articleId}`);
    const typed = (quantity: number) => scan(code, "shelf", { kind: "set", quantity, seen, articleId });
    await send(terminals[0], inventory, [typed(5), typed(4)]);
    await warehouse.article(code, {});
    expect(await pieces(code)).toEqual({ shelf: 4 });
  });

  test("from another program", async () => {
    const { code } = await begin();
    const set = (quantity: number) => ({
      ...scan(code, "shelf"),
      ...createOperation({ quantity }),
      at: new Date(clock.now()).toISOString(),
    });
    await send(warehouse.user, inventory, [set(5)]);
    clock.advance(1000);
    await send(warehouse.user, inventory, [set(4)]);
    expect((await operations("unknown"))[0].codeQuantity).toBe(4);
    await warehouse.article(code, {});
    expect(await pieces(code)).toEqual({ shelf: 4 });
  });
});

describe("a count of a code that no article has any more", () => {
  /** A scan of an article that gets another code before it is sent. */
  async function renamed() {
    const { code, seen } = await begin();
    const articleId = await warehouse.article(code, {});
    const counted = () => scan(code, "shelf", { seen, articleId });
    const renamedTo = `${code}-new`;
    await warehouse.manager.put(`/api/articles/${articleId}`, { code: renamedTo });
    return { counted, renamedTo, seen };
  }

  test("counts for the article that the terminal had found", async () => {
    const { counted, renamedTo } = await renamed();
    expect(results(await send(terminals[0], inventory, [counted(), counted()]))).toEqual([
      "applied",
      "applied",
    ]);
    expect(await pieces(renamedTo)).toEqual({ shelf: 2 });
  });

  test("counts for that article where it was late", async () => {
    const { counted, renamedTo } = await renamed();
    const late = counted();
    await warehouse.move(inventory, "finish");
    expect(results(await send(terminals[0], inventory, [late]))).toEqual(["late"]);
    await warehouse.move(inventory, "reopen");
    expect(await pieces(renamedTo)).toEqual({ shelf: 1 });
  });

  test("is unknown where the terminal had found the article in another installation", async () => {
    const { counted, seen } = await renamed();
    const elsewhere = { ...counted(), seen: `${seen.split("-").slice(0, 2).join("-")}-elsewhere` };
    expect(results(await send(terminals[0], inventory, [elsewhere]))).toEqual(["unknown"]);
  });
});

test("what earlier versions have stored adds after the upgrade", async () => {
  const { code } = await begin();
  const seen = await cursor(terminals[0]);
  await send(terminals[0], inventory, [oldScan(code, seen), oldScan(code, seen)]);
  const { storage } = server.appliance.dependencies;
  const migration = readFileSync(
    join(import.meta.dirname, "../../migrations/0020-unknown-codes.sql"),
    "utf8",
  );
  const update = migration.slice(migration.indexOf("UPDATE"), migration.indexOf(";") + 1);
  const run = (sql: string) =>
    storage.write(1, (tx) => {
      // A write that records no table is rolled back, unless others share its commit.
      tx.recordWrite("countOperation");
      tx.query({ sql, reads: [] }, []).run();
    });
  await run(`UPDATE countOperation SET kind = 'set' WHERE code = '${code}'`);
  await run(update);
  await warehouse.article(code, {});
  expect(await pieces(code)).toEqual({ shelf: 2 });
});
