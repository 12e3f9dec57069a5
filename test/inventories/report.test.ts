import { beforeAll, describe, expect, test } from "vitest";
import { makePaper } from "../../src/inventories/report/pdf/paper.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { createMovedInventory, putIntoState, STATES } from "./inventory-setup.ts";
import { codes, createReportedInventory, type Reported } from "./report-inventory.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// The report of one stocktake; as tables and as a PDF: report-forms.test.ts.
let warehouse: Warehouse;
let id: number;
let report: Reported["report"];
const server = sharedServer({ settings: { SITE_TIME_ZONE: "Europe/Prague" } });
beforeAll(async () => {
  ({ warehouse, id, report } = await createReportedInventory(server));
});

describe("as JSON", () => {
  test("shows what was counted, by whom and when, and what is still open", async () => {
    const { body } = await report();
    expect(body).toMatchObject({
      inventory: {
        oid: id,
        name: "Roční inventura",
        inventoryState: { oid: 6, name: "Processing of results" },
        locations: [{ oid: warehouse.at("Hala č. 7"), path: "Hala č. 7" }],
      },
      tenant: { oid: 1, name: "Riverside Warehouse" },
      closedDT: null,
      approvals: { mustBeApproved: false, isApproved: false, items: 8, approvedItems: 0 },
      decisions: { moved: 1, undecided: 1, toRecount: 0 },
    });
    expect(body.startedDT < body.finishedDT && body.finishedDT < body.madeDT).toBe(true);
    const user = { id: 3, fullName: "Uma Svoboda" };
    expect(body.counters[0]).toEqual({ user, device: null, sender: user, counts: 7 });
  });

  test("names among the counters who has found an unknown code alone", async () => {
    const { body } = await report();
    expect(body.unknownCodes).toHaveLength(1);
    const [{ user, device }] = body.unknownCodes;
    expect(device.name).toBe("Čtečka 1");
    expect(body.counters).toContainEqual(expect.objectContaining({ user, device, counts: 1 }));
  });

  test("names nobody among the counters who has only written a note", async () => {
    await warehouse.addLocation("Office");
    await warehouse.article("NOTED", { Office: 1 });
    const own = await warehouse.stocktake(["Office"]);
    const { oid } = await warehouse.count(own, "NOTED", 1);
    await warehouse.manager.put("/api/inventories/items/update", { oid, note: "torn" });
    await warehouse.move(own, "finish", "process");
    const { body } = await warehouse.manager.get(`/api/inventories/${own}/report`);
    expect(body.counters).toMatchObject([{ user: { fullName: "Uma Svoboda" }, counts: 1 }]);
  });

  test("has exact totals of each result, and an exact sum", async () => {
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

  test("has each item once, with its location and its value", async () => {
    const { body } = await report();
    expect(codes(body.items).sort()).toEqual(["FEWER", "MORE", "NEVER", "NONE", "SAME", "SCRAP", "THERE"]);
    const of = (code: string) =>
      body.items.find((item: { article: { code: string } }) => item.article.code === code);
    const shelf = { oid: warehouse.at("Regál Ž"), path: "Hala č. 7 / Regál Ž" };
    expect(of("THERE")).toMatchObject({
      result: "foundElsewhere",
      location: shelf,
      foundLocation: { oid: warehouse.at("Dvůr"), path: "Dvůr" },
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

  test("has the unexpected items, the unknown codes and the late counts besides", async () => {
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
    expect(body.late).toMatchObject([
      { code: "NEVER", quantity: 6, kind: "set", location: { path: "Hala č. 7 / Regál Ž" } },
    ]);
  });

  test("values an unexpected item with the price that the article had at `prepare`, also when it has another since", async () => {
    for (const place of ["Left", "Right"]) await warehouse.addLocation(place);
    const article = await warehouse.article("REPRICED", { Left: 5 }, { price: 20 });
    const own = await warehouse.stocktake(["Left", "Right"]);
    await warehouse.manager.put(`/api/articles/${article}/full`, { price: 50 });
    await warehouse.count(own, "REPRICED", 3);
    const found = { articleId: article, inventoryLocationId: warehouse.at("Right"), inventoryQuantity: 2 };
    expect((await warehouse.user.post(`/api/inventories/${own}/items`, found)).status).toBe(201);
    await warehouse.move(own, "finish", "process");
    const { body } = await warehouse.manager.get(`/api/inventories/${own}/report`);
    expect(body.totals.all.values).toMatchObject([{ expected: 100, difference: 0 }]);
  });

  test.each([
    ["missing", ["NONE"], []],
    ["quantityDiffers", ["FEWER", "MORE"], []],
    ["unexpected", [], ["STRAY"]],
    ["NOTCOUNTED", ["NEVER"], []],
  ])("with result=%s lists those items alone, with the totals of all", async (result, items, unexpected) => {
    const { body } = await report(`?result=${result}`);
    expect([codes(body.items), codes(body.unexpected)]).toEqual([items, unexpected]);
    expect(body.totals.all.items).toBe(8);
  });

  test("names the items that must be counted again", async () => {
    const own = await startServer();
    const moved = await createMovedInventory(own);
    const { oid } = await moved.warehouse.item(moved.id, "MOVED");
    await own.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "recount" });
    await moved.warehouse.move(moved.id, "finish", "process");
    const { body } = await own.manager.get(`/api/inventories/${moved.id}/report`);
    const toRecount = body.items.filter((item: { isToRecount: boolean }) => item.isToRecount);
    expect([codes(toRecount), body.decisions.toRecount]).toEqual([["MOVED"], 1]);
  });
});

test.each(STATES)(
  "in state %i, %s, a report exists from Finished on, and not for a cancelled inventory",
  async (state, name) => {
    const own = await warehouse.stocktake(["Hala č. 7"]);
    await putIntoState(server, own, state);
    const response = await warehouse.manager.get(`/api/inventories/${own}/report`);
    expect(response.status).toBe([5, 6, 7].includes(state) ? 200 : 400);
    if (response.status === 400) expect(response.body.message).toContain(`"${name}"`);
  },
);

test.each([
  ["format=doc", "format"],
  ["result=found", "result"],
])("?%s is 400 at %s", async (query, path) => {
  const response = await report(`?${query}`);
  expect(response.status).toBe(400);
  expect(response.body.errors).toMatchObject([{ path }]);
});

test("many concurrent reports are made in turn, and a client that disconnects meanwhile frees its place", async () => {
  const path = `${server.url}/api/inventories/${id}/report?format=xlsx`;
  const headers = { Authorization: `Bearer ${await server.tokenOf("manager")}` };
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

const LEVELS = 12;
const nameOf = (level: number) => `Level ${level} ${"n".repeat(90)}`;

test("of a very long path the report shows the end, and stores no more of it", async () => {
  const warehouse = createWarehouse(await startServer());
  const names = Array.from({ length: LEVELS }, (_, level) => nameOf(level));
  for (const [level, name] of names.entries()) await warehouse.addLocation(name, names[level - 1]);
  const [top, deepest] = [nameOf(0), nameOf(LEVELS - 1)];
  await warehouse.article("TOP", { [top]: 1 });
  await warehouse.article("DEEP", { [deepest]: 1 });
  const id = await warehouse.stocktake([top]);
  const paths = async () => {
    const { body } = await warehouse.manager.get(`/api/inventories/${id}/report`);
    const items: { location: { path: string } }[] = body.items;
    return items.map(({ location }) => location.path);
  };
  await warehouse.move(id, "finish", "process");
  const before = await paths();
  expect(before).toEqual([top, ["…", ...names.slice(-4)].join(" / ")]);
  await warehouse.move(id, "close");
  expect(await paths()).toEqual(before);
});

test("an item whose count was taken back was found nowhere", async () => {
  await warehouse.addLocation("Back");
  await warehouse.addLocation("Elsewhere");
  await warehouse.article("TAKEN BACK", { Back: 1 });
  const inventory = await warehouse.stocktake(["Back"]);
  await warehouse.count(inventory, "TAKEN BACK", {
    inventoryQuantity: 1,
    inventoryLocationId: warehouse.at("Elsewhere"),
  });
  await warehouse.count(inventory, "TAKEN BACK", { inventoryQuantity: null });
  await warehouse.move(inventory, "finish", "process");
  const { body } = await warehouse.manager.get(`/api/inventories/${inventory}/report`);
  expect(body.items).toMatchObject([{ result: "notCounted", foundLocation: null }]);
});

const { doc, shapers } = makePaper("Title", "2026-01-01T00:00:00.000Z", () => ["", ""]);

/** The strings in parentheses: glyphs of the font, as four hexadecimal digits each. */
function glyphsIn(operands: string | null): string {
  const strings = Array.from(operands?.matchAll(/\(((?:\\.|[^\\()\r])*)\)/gs) ?? [], ([, text = ""]) => text);
  const glyphs = strings.join("").replace(/\\(.)/gs, (_, sign) => (sign === "r" ? "\r" : sign));
  return Buffer.from(glyphs, "latin1").toString("hex");
}

test.each([
  ["kerned pairs", "AVATAR To. Ťuhýk Ž. Va, 1\u00a0234\u00a0567,50 Kč (−5) – …"],
  ["ligatures", "office fiddle ffi fl floor"],
  ["blanks", "A V  T o A"],
  ["other scripts", "Ελλάδα Київ Ω"],
  ["one letter", "A"],
  // Many letters: glyphs are numbered as they come, and those of parentheses, a backslash and a line end are escaped.
  ["hundreds of letters", String.fromCharCode(...Array.from({ length: 300 }, (_, index) => 0x100 + index))],
])("the cells of the PDF report have PDFKit's glyphs and widths: %s", (_, text) => {
  for (const weight of ["regular", "bold"] as const) {
    doc.font(weight, 1000);
    const { width, operands } = shapers[weight].shape(text);
    expect(width).toBeCloseTo(doc.widthOfString(text), 3);
    expect(glyphsIn(operands)).toBe(Reflect.get(doc, "_font").encode(text)[0].join(""));
  }
});

test("letters with separate accents are left to PDFKit, which places them", () => {
  expect(shapers.regular.shape("q\u030c\u0323").operands).toBeNull();
});
