import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import { cellsIn } from "../tables/reading.ts";
import { aTerminal, putIntoState, STATES } from "./setting.ts";
import { aWarehouse, type Warehouse } from "./stocktake.ts";

// The report of one stocktake, in every form.

const czech = { "Accept-Language": "cs" };
let box: TestBox;
let house: Warehouse;
let id: number;
beforeAll(async () => {
  box = await aBox({ keep: true, settings: { SITE_TIME_ZONE: "Europe/Prague" } });
  house = await aWarehouse(box);
  await house.place("Hala č. 7");
  await house.place("Regál Ž", "Hala č. 7");
  await house.place("Dvůr");
  const articles: [string, number, number][] = [
    ["SAME", 3, 10],
    ["THERE", 2, 0.1],
    ["FEWER", 50, 99_999_999_999.9999],
    ["MORE", 1, 0.0001],
    ["NONE", 4, 12.5],
    ["NEVER", 6, 7],
    ["SCRAP", 2, 1],
  ];
  for (const [code, pieces, price] of articles) {
    await house.article(code, { "Regál Ž": pieces }, { price, name: `=Žluťoučký ${code}` });
  }
  await house.article("STRAY", {}, { price: 2.25 });
  id = await house.stocktake(["Hala č. 7"], { name: "Roční inventura" });
  await house.count(id, "SAME", { inventoryQuantity: 3, note: 'ok; "ok"' });
  await house.count(id, "THERE", { inventoryQuantity: 2, inventoryLocationId: house.at("Dvůr") });
  await house.count(id, "FEWER", 20);
  await house.count(id, "MORE", 4);
  await house.count(id, "NONE", 0);
  await house.count(id, "SCRAP", { inventoryQuantity: 2, isDisposal: true });
  const stray = { articleId: house.id("STRAY"), inventoryQuantity: 4, inventoryLocationId: house.at("Dvůr") };
  await house.user.post(`/api/inventories/${id}/items`, stray);
  const { client } = await aTerminal(box, "Čtečka 1");
  const scan = {
    kind: "set",
    code: "X-999",
    locationId: house.at("Dvůr"),
    quantity: 2,
    at: "2026-11-20T08:00:00.000Z",
  };
  await client.post(`/api/inventories/${id}/counts`, {
    operations: [{ ...scan, operationId: "00000000-0000-4000-8000-000000000001", note: "bez štítku" }],
  });
  await house.move(id, "finish");
  const { oid } = await house.item(id, "NEVER");
  const late = { kind: "set", itemId: oid, quantity: 6, at: "2026-11-20T08:00:00.000Z" };
  await client.post(`/api/inventories/${id}/counts`, {
    operations: [{ ...late, operationId: "00000000-0000-4000-8000-000000000002" }],
  });
  await house.put("SAME", { "Regál Ž": 2 });
  await house.move(id, "process");
});
afterAll(() => box.stop());

const report = (query = "", headers = {}) =>
  house.manager.get(`/api/inventories/${id}/report${query}`, headers);
const codes = (items: { article: { code: string } }[]) => items.map(({ article }) => article.code);

describe("as JSON", () => {
  test("it says what was counted, by whom and when, and what is still open", async () => {
    const { body } = await report();
    expect(body).toMatchObject({
      inventory: {
        oid: id,
        name: "Roční inventura",
        inventoryState: { oid: 6, name: "Processing of results" },
        locations: [{ oid: house.at("Hala č. 7"), path: "Hala č. 7" }],
      },
      tenant: { oid: 1, name: "Riverside Warehouse" },
      closedDT: null,
      approvals: { mustBeApproved: false, isApproved: false, items: 8, approvedItems: 0 },
      decisions: { moved: 1, undecided: 1, toRecount: 0 },
    });
    expect(body.startedDT < body.finishedDT && body.finishedDT < body.madeDT).toBe(true);
    expect(body.counters).toEqual([{ user: { id: 3, fullName: "Uma Svoboda" }, device: null, counts: 7 }]);
  });

  test("the totals of each result are exact, and so is what they come to", async () => {
    const { text, body } = await report();
    const none = { items: 0, quantity: 0, found: 0, difference: 0, value: 0, differenceValue: 0 };
    expect(body.totals).toMatchObject({
      foundAsExpected: { ...none, items: 1, quantity: 3, found: 3, value: 30 },
      foundElsewhere: { ...none, items: 1, quantity: 2, found: 2, value: 0.2 },
      quantityDiffers: { items: 2, quantity: 51, found: 24, difference: -27 },
      missing: { items: 1, quantity: 4, found: 0, difference: -4, value: 50, differenceValue: -50 },
      notCounted: { ...none, items: 1, quantity: 6, value: 42 },
      proposedForDisposal: { ...none, items: 1, quantity: 2, found: 2, value: 2 },
      unexpected: { ...none, items: 1, found: 4, difference: 4, differenceValue: 9 },
      all: { items: 8, quantity: 68, found: 35, difference: -27 },
    });
    // More digits than a number holds.
    expect(text).toContain('"value":4999999999999.9951,"differenceValue":-2999999999999.9967');
    expect(text).toContain('"value":5000000000124.1951,"differenceValue":-3000000000040.9967');
  });

  test("each item stands there once, with where it was and what it is worth", async () => {
    const { body } = await report();
    expect(codes(body.items).sort()).toEqual(["FEWER", "MORE", "NEVER", "NONE", "SAME", "SCRAP", "THERE"]);
    const of = (code: string) =>
      body.items.find((item: { article: { code: string } }) => item.article.code === code);
    const shelf = { oid: house.at("Regál Ž"), path: "Hala č. 7 / Regál Ž" };
    expect(of("THERE")).toMatchObject({
      result: "foundElsewhere",
      location: shelf,
      foundLocation: { oid: house.at("Dvůr"), path: "Dvůr" },
      difference: 0,
      price: 0.1,
    });
    expect(of("NEVER")).toMatchObject({
      inventoryQuantity: null,
      difference: null,
      differenceValue: null,
      value: 42,
    });
    expect(of("SAME")).toMatchObject({
      movedQuantity: -1,
      decision: null,
      note: 'ok; "ok"',
      foundLocation: null,
    });
  });

  test("what nobody expected, nobody knew, or came late stands beside them", async () => {
    const { body } = await report();
    expect(body.unexpected).toMatchObject([
      {
        result: "unexpected",
        article: { code: "STRAY" },
        location: null,
        foundLocation: { path: "Dvůr" },
        difference: 4,
      },
    ]);
    expect(body.unknownCodes).toMatchObject([
      {
        code: "X-999",
        location: { path: "Dvůr" },
        quantity: 2,
        note: "bez štítku",
        user: { fullName: "Uma Svoboda" },
        device: { name: "Čtečka 1" },
      },
    ]);
    expect(body.late).toMatchObject([{ code: "NEVER", quantity: 6, kind: "set" }]);
  });

  test.each([
    ["missing", ["NONE"], []],
    ["quantityDiffers", ["FEWER", "MORE"], []],
    ["unexpected", [], ["STRAY"]],
    ["NOTCOUNTED", ["NEVER"], []],
  ])("with result=%s it lists those alone; the totals are of all", async (result, items, unexpected) => {
    const { body } = await report(`?result=${result}`);
    expect([codes(body.items), codes(body.unexpected)]).toEqual([items, unexpected]);
    expect(body.totals.all.items).toBe(8);
  });

  test("is in the asked language", async () => {
    expect((await report("", czech)).body.inventory.inventoryState.name).toBe("Zpracování výsledků");
  });
});

describe("as a table", () => {
  test("CSV has a row for each item, the unexpected ones and the unknown codes", async () => {
    const answer = await report("?format=csv");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="inventory-${id}.csv"`);
    const [head, ...rows] = await cellsIn(answer.bytes);
    expect(head?.slice(0, 3)).toEqual(["Result", "Code", "Name"]);
    expect(rows.map(([result, code]) => `${result}: ${code}`)).toEqual([
      "Found as expected: SAME",
      "Found elsewhere: THERE",
      "Quantity differs: FEWER",
      "Quantity differs: MORE",
      "Missing: NONE",
      "Not counted: NEVER",
      "Proposed for disposal: SCRAP",
      "Unexpected: STRAY",
      "Unknown code: X-999",
    ]);
    // No spreadsheet runs what a name begins with.
    expect(answer.text).toContain("'=Žluťoučký SAME");
    expect(answer.text).not.toMatch(/(^|,)=/m);
  });

  test("in Czech with semicolons and decimal commas", async () => {
    const { text } = await report("?format=csv&result=missing", czech);
    expect(text).toContain("Chybí;NONE;");
    expect(text).toContain(";4;0;-4;12,5;-50;");
  });

  test("a workbook has a sheet of items, one of unknown codes, one of what came late", async () => {
    const answer = await report("?format=xlsx", czech);
    expect(answer.headers.get("content-type")).toContain("spreadsheetml.sheet");
    const items = await cellsIn(answer.bytes, "Položky");
    expect(items).toHaveLength(9);
    expect(items[5]?.slice(0, 10)).toEqual([
      "Chybí",
      "NONE",
      "=Žluťoučký NONE",
      "Hala č. 7 / Regál Ž",
      null,
      4,
      0,
      -4,
      12.5,
      -50,
    ]);
    expect((await cellsIn(answer.bytes, "Neznámé kódy"))[1]?.slice(0, 4)).toEqual([
      "X-999",
      "Dvůr",
      2,
      "bez štítku",
    ]);
    expect((await cellsIn(answer.bytes, "Došlo pozdě, nezapočteno"))[1]?.[0]).toBe("NEVER");
  });
});

describe("as a protocol", () => {
  const textOf = async (headers = {}) => {
    const answer = await report("?format=pdf", headers);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.bytes)), {
      mergePages: true,
    });
    return text.replace(/\s+/gu, " ");
  };

  test("it names the stocktake, who counted, the totals, everything that differs, and where to sign", async () => {
    const text = await textOf(czech);
    for (const part of [
      "Protokol o inventuře",
      "Riverside Warehouse",
      "Roční inventura",
      "Uma Svoboda: 7 zápisů",
      "Nalezeno podle očekávání 1 3 3 0 30,00 0,00",
      "Celkem 8 68 35 -27 5 000 000 000 124,1951 -3 000 000 000 040,9967",
      "dosud nerozhodnuté: 1",
      "=Žluťoučký NONE",
      "Hala č. 7 / Regál Ž",
      "nalezeno v Dvůr",
      "Neočekávané artikly (1)",
      "X-999",
      "bez štítku",
      "Schválil(a)",
      "Počet stran: ",
      "Strana 1",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("Žluťoučký SAME");
  });

  test("in English, times in the zone of the site", async () => {
    const text = await textOf();
    expect(text).toContain("Stocktake protocol");
    expect(text).toContain("Missing (1)");
    expect(text).toMatch(/20 Nov 2026, 09:00/);
  });
});

test("a long protocol goes on over numbered pages, each item on one of them, and says at its end how many", async () => {
  const own = await house.stocktake([], { name: "Everything" });
  await house.move(own, "finish");
  const { body } = await house.manager.get(`/api/inventories/${own}/report`);
  const answer = await house.manager.get(`/api/inventories/${own}/report?format=pdf`);
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(answer.bytes)));
  expect(pages.length).toBeGreaterThan(5);
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1}`);
  expect(pages.at(-1)).toContain(`Number of pages: ${pages.length}`);
  const whole = pages.join(" ");
  const known = codes(body.items).filter((code) => /^A\d{6}$/.test(code));
  expect(known.length).toBeGreaterThan(490);
  for (const code of known) expect(whole.split(code), code).toHaveLength(2);
});

test.each(STATES)(
  "in state %i, %s, there is one from Finished on, but none of a cancelled one",
  async (state, name) => {
    const own = await house.stocktake(["Hala č. 7"]);
    await putIntoState(box, own, state);
    const answer = await house.manager.get(`/api/inventories/${own}/report`);
    expect(answer.status).toBe([5, 6, 7].includes(state) ? 200 : 400);
    if (answer.status === 400) expect(answer.body.message).toContain(`"${name}"`);
  },
);

test.each([
  ["format=doc", "format"],
  ["result=found", "result"],
])("?%s is 400 at %s", async (query, path) => {
  const answer = await report(`?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ path }]);
});

test("many at once are made in turn, and a client that goes away in between leaves room for others", async () => {
  const path = `${box.url}/api/inventories/${id}/report?format=xlsx`;
  const headers = { Authorization: `Bearer ${await box.tokenOf("manager")}` };
  const gone = new AbortController();
  const left = Array.from({ length: 5 }, () =>
    fetch(path, { headers, signal: gone.signal }).catch(() => null),
  );
  const stayed = Array.from({ length: 8 }, () => report("?format=csv"));
  gone.abort();
  await Promise.all(left);
  expect((await Promise.all(stayed)).map(({ status }) => status)).toEqual(
    Array.from({ length: 8 }, () => 200),
  );
});
