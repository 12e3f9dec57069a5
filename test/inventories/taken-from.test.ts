import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, test } from "vitest";
import { pieceDifference } from "../../src/domain/item-views.ts";
import { hasDifference } from "../../src/domain/stocktakes/difference.ts";
import { type Copy, copyOf, sumsOfDatabase } from "../change-feed/copy.ts";
import { pdfPages } from "../harness/pdf.ts";
import { cellsIn } from "../tables/reading.ts";
import { sharedWarehouse } from "./stocktake.ts";

// From where a close takes pieces that were found where none were expected, as it is kept in items and record. The room and the desk are
// counted; the hall, the annex and the yard are not.

const { server, warehouse } = sharedWarehouse();
const PLACES = ["room", "desk", "hall", "annex", "yard"] as const;
let id: number;

const find = async (code: string, inventoryQuantity: number, at: string) => {
  const body = { articleId: warehouse.id(code), inventoryQuantity, inventoryLocationId: warehouse.at(at) };
  const { status, body: item } = await warehouse.user.post(`/api/inventories/${id}/items`, body);
  expect(status).toBe(201);
  return item.oid as number;
};
/** An article of which pieces were found at a place is now found there by its code alone. */
const see = async (oid: number) => {
  const seen = { oid, inventoryQuantity: null, isFound: true };
  expect((await warehouse.user.put("/api/inventories/items/update", seen)).status).toBe(200);
};

beforeAll(async () => {
  for (const name of PLACES) await warehouse.addLocation(name);
  await warehouse.article("EXPECTED", { room: 1, annex: 5 });
  for (const code of ["ALL", "SOME", "MORE", "SHARED"])
    await warehouse.article(code, { annex: 5 }, { price: 2 });
  for (const code of ["SEEN", "UNSEEN"]) await warehouse.article(code, { annex: 4 });
  await warehouse.article("PART", { hall: 2, annex: 5 });
  await warehouse.article("CAME", { annex: 5 });
  await warehouse.article("LATER", { annex: 1 });
  await warehouse.article("NEW", {});
  await warehouse.article("TWO", { annex: 1, yard: 1 });
  id = await warehouse.stocktake(["room", "desk"], { mustBeApproved: true });
  await warehouse.count(id, "EXPECTED", 3);
  await find("ALL", 5, "room");
  await find("SOME", 3, "room");
  await find("MORE", 7, "room");
  await find("SHARED", 2, "room");
  await find("SHARED", 4, "desk");
  await see(await find("SEEN", 1, "room"));
  const unseen = { oid: await find("UNSEEN", 1, "room"), inventoryQuantity: 0 };
  expect((await warehouse.user.put("/api/inventories/items/update", unseen)).status).toBe(200);
  await find("PART", 4, "hall");
  await warehouse.put("CAME", { room: 2, annex: 5 });
  await find("CAME", 4, "room");
  await find("LATER", 4, "room");
  await find("NEW", 2, "room");
  await find("TWO", 1, "room");
  await warehouse.move(id, "finish", "process", "approve");
  await warehouse.put("LATER", { annex: 6 });
});

/** Code, where it was found, and what is taken from the annex; null: nothing. */
const CASES = [
  ["ALL", "room", 5],
  ["SOME", "room", 3],
  ["MORE", "room", 5],
  ["SHARED", "room", 2],
  ["SHARED", "desk", 3],
  ["SEEN", "room", 4],
  ["PART", "hall", 2],
  ["CAME", "room", 2],
  ["LATER", "room", 4],
  ["NEW", "room", null],
  ["TWO", "room", null],
] as const;

interface Line {
  readonly article: { readonly code: string };
  readonly foundLocation: { readonly path: string };
  readonly takenFrom: { readonly quantity: number } | null;
}
const report = async (query = "") => warehouse.manager.get(`/api/inventories/${id}/report${query}`);
const lines = async (): Promise<readonly Line[]> => (await report()).body.unexpected;
const lineOf = async (code: string, at: string) =>
  (await lines()).find(({ article, foundLocation }) => article.code === code && foundLocation.path === at);
const itemOf = async (code: string, at: string) => {
  const { body } = await warehouse.manager.get(`/api/inventories/${id}/items`);
  const isMeant = (item: { articleId: number; foundAtLocationId: number }) =>
    item.articleId === warehouse.id(code) && item.foundAtLocationId === warehouse.at(at);
  return body.find(isMeant);
};
const pdf = async (query: string) => {
  const { bytes } = await report(`?format=pdf${query}`);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/\s+/gu, " ");
};

test("before the close nothing is taken", async () => {
  expect((await lines()).map(({ takenFrom }) => takenFrom)).toEqual(CASES.map(() => null));
});

describe("after the close", () => {
  let copy: Copy;
  let cursor: string;
  const itemsSince = async (since: string) =>
    (await warehouse.manager.get(`/api/inventories/${id}/items?since=${since}`)).body;
  beforeAll(async () => {
    copy = await copyOf(server);
    ({ cursor } = await itemsSince(""));
    await warehouse.move(id, "close");
    // Names and stock of later.
    const { body } = await warehouse.manager.get(`/api/locations/${warehouse.at("annex")}`);
    const renamed = { ...body, name: "attic" };
    expect((await warehouse.manager.put(`/api/locations/${body.oid}`, renamed)).status).toBe(200);
    for (const code of ["ALL", "SOME", "NEW"]) await warehouse.put(code, { yard: 9 });
  });

  test.each(CASES)("%s, found in the %s: %s pieces are from the annex", async (code, at, quantity) => {
    const oid = warehouse.at("annex");
    const from = quantity === null ? null : { location: { oid, path: "annex" }, quantity };
    expect((await lineOf(code, at))?.takenFrom).toEqual(from);
    const own = quantity === null ? null : { locationId: oid, quantity };
    expect((await itemOf(code, at)).takenFrom).toEqual(own);
  });

  test("what was found by its code alone has the pieces that were taken for it", async () => {
    expect(await lineOf("SEEN", "room")).toMatchObject({ inventoryQuantity: 4, difference: 4 });
    expect(pieceDifference(await itemOf("SEEN", "room"))).toBe(4);
  });

  test("nothing is taken for what is expected, or was not found", async () => {
    expect((await report()).body.items.map(({ takenFrom }: Line) => takenFrom)).toEqual([null]);
    expect((await itemOf("UNSEEN", "room")).takenFrom).toBeNull();
  });

  test("what is taken from a location is what left it by the ledger of stock", async () => {
    const left = new Map<string, number>();
    const query = `kind=inventory&locationId=${warehouse.at("annex")}`;
    const { body } = await warehouse.manager.get(`/api/stock-movements?${query}`);
    for (const { article, before, after } of body) left.set(article.code, before - after);
    const taken = new Map<string, number>();
    for (const { article, takenFrom } of await lines())
      if (takenFrom !== null) taken.set(article.code, (taken.get(article.code) ?? 0) + takenFrom.quantity);
    expect(Object.fromEntries(taken)).toEqual(Object.fromEntries(left));
  });

  test.each(["", "&only=differences"])("the PDF%s has it in the line", async (query) => {
    const text = await pdf(query);
    expect(text).toContain("MORE Article MORE Taken from annex: 5");
    expect(text).toContain("PART Article PART Recorded where it was found: 2 Taken from annex: 2");
    for (const code of ["NEW", "TWO"]) expect(text).not.toContain(`Article ${code} Taken from`);
  });

  test("CSV and workbook have it in a column", async () => {
    const [head = "", ...rows] = (await report("?format=csv")).text.trim().split("\r\n");
    expect(head).toMatch(/,Decision,Counted before,Taken from,.*Company$/);
    const column = head.split(",").indexOf("Taken from");
    const cells = (await cellsIn((await report("?format=xlsx")).bytes, "Items")) as unknown[][];
    const [titles = []] = cells;
    const at = titles.indexOf("Taken from");
    for (const [code, text] of [
      ["MORE", "annex: 5"],
      ["NEW", ""],
    ] as const) {
      expect(rows.find((row) => row.includes(`Article ${code}`))?.split(",")[column]).toBe(text);
      expect(cells.find((row) => row.includes(code))?.[at] ?? "").toBe(text);
    }
  });

  test("who follows the items gets those whose pieces were taken", async () => {
    const { isWhole, items } = await itemsSince(cursor);
    expect(isWhole).toBe(false);
    const { oid } = await itemOf("MORE", "room");
    const taken = { locationId: warehouse.at("annex"), quantity: 5 };
    expect(items).toContainEqual(expect.objectContaining({ oid, takenFrom: taken }));
  });

  test("programs that follow the changes get it", async () => {
    const { oid } = await itemOf("MORE", "room");
    await copy.takeAll(server.manager);
    expect(copy.sums()).toEqual(sumsOfDatabase(server, 1));
    expect(copy.of("inventoryItem").find((item) => item.oid === oid)?.record).toMatchObject({
      takenFromLocationId: warehouse.at("annex"),
      takenQuantity: 5,
    });
  });
});

describe("pieces that the close takes for what was found by its code alone", () => {
  let own: number;
  beforeAll(async () => {
    await warehouse.article("CODE", { yard: 4 }, { price: 2 });
    await warehouse.article("PARTLY", { yard: 1 }, { price: 3 });
    await warehouse.article("LOST", { hall: 2 });
    own = await warehouse.stocktake(["desk", "hall"], { name: "By code", secondCount: { pieces: 2 } });
    id = own;
    await see(await find("CODE", 1, "desk"));
    await find("PARTLY", 2, "desk");
    await warehouse.count(own, "LOST", { isDisposal: true });
    await warehouse.move(own, "finish", "process", "close");
    expect(await warehouse.stock("CODE")).toMatchObject({ desk: 4 });
  });
  const textOf = async () => {
    const { bytes } = await warehouse.manager.get(`/api/inventories/${own}/report?format=pdf`);
    return (await pdfPages(bytes)).join(" ");
  };

  test("are summed up for the stocktake", async () => {
    expect(await textOf()).toContain(
      "moved from locations outside the stocktake by the close (no surplus): 5 pcs; 11.00",
    );
  });

  test("are no surplus in the settlements, whose total is the difference of the stocktake", async () => {
    const text = await textOf();
    const [, table] = text.split(
      "Settlement of the differences Settlement Items Unit Difference Currency Value of the difference ",
    );
    expect(table).toMatch(
      /^Not settled 1 pcs 1 [A-Z]* ?3\.00 All surpluses 1 pcs 1 [A-Z]* ?3\.00 Moved from locations outside the stocktake 2 pcs 5 [A-Z]* ?11\.00 Total pcs 6 [A-Z]* ?14\.00 /,
    );
    const { body } = await warehouse.manager.get(`/api/inventories/${own}/report`);
    expect(body.totals.all).toMatchObject({ difference: 6, differenceValue: 14 });
  });

  test("are no difference", async () => {
    const { body } = await warehouse.manager.get(`/api/inventories/${own}/items`);
    const codes = body.filter(hasDifference).map(({ article }: Line) => article.code);
    expect(codes.toSorted()).toEqual(["LOST", "PARTLY"]);
  });

  test("need no second count", async () => {
    const { body } = await warehouse.manager.get(`/api/inventories/${own}/items/totals`);
    expect(body.views.secondCount.items).toBe(0);
  });
});
