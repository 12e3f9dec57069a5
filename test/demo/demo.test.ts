import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type {
  Article,
  ArticleFields,
  ArticleLocation,
  Custody,
  InventoryDetail,
  Printer,
  PrintFormatDetail,
} from "../../src/web/api/types/endpoints.d.ts";
import { type Demo, rowsOf, startDemo, tryLogIn } from "./running-demo.ts";
import type { Item } from "./shapes.ts";

// The demo's contract on users, inventories, printers, handed-out articles, the count plan, fields and
// tenant 2, checked with a running demo.

const SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
const folder = mkdtempSync(join(tmpdir(), "demo-"));
let demo: Demo;

beforeAll(async () => {
  demo = await startDemo(folder);
});
afterAll(async () => {
  await demo.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the demo prints its URL and its users, and needs no set-up code", () => {
  expect(demo.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(demo.output).toContain(demo.url);
  expect(demo.output).toMatch(/^ +1 +admin +admin-demo +111111 +Admin +Riverside Warehouse$/m);
  expect(demo.output).toMatch(/labels: http:\/\/127\.0\.0\.1:\d+$/m);
  expect(demo.output).not.toMatch(/set.?up/i);
});

test.each([
  [1, 1, "admin", "Ada Novak", "admin-demo", "111111", ["Admin"]],
  [2, 1, "manager", "Max Dvorak", "manager-demo", "2222", ["Manager"]],
  [3, 1, "user", "Uma Svoboda", "user-demo", "3333", ["User"]],
  [4, 1, "both", "Bo Cerny", "both-demo", "44444", ["Manager", "User"]],
  [6, 2, "admin2", "Abe Horak", "admin2-demo", "666666", ["Admin"]],
  [7, 2, "user2", "Ugo Kral", "user2-demo", "7777", ["User"]],
])(
  "user %i of tenant %i is %s, %s, with %s and %s",
  async (id, tenant, userName, fullName, password, pin, roles) => {
    const byPassword = await tryLogIn(demo.url, "login-password", { userName, password });
    const byPin = await tryLogIn(demo.url, "login", { userId: String(id), pin });
    expect([byPassword.status, byPin.status]).toEqual([200, 200]);
    expect(byPassword.user).toMatchObject({ id, userName, fullName });
    const [, claims = ""] = byPassword.accessToken?.split(".") ?? [];
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      role: roles,
      tenant_id: tenant,
    });
  },
);

test("user 5 is not active", async () => {
  const secrets = { userName: "inactive", password: "inactive-demo" };
  expect((await tryLogIn(demo.url, "login-password", secrets)).status).toBe(401);
  expect((await tryLogIn(demo.url, "login", { userId: "5", pin: "5555" })).status).toBe(401);
});

const STATES = [
  "Preparation",
  "Waiting for start",
  "In progress",
  "Paused",
  "Finished",
  "Processing of results",
  "Closed",
  "Cancelled",
  "In progress",
];

test("inventories 1 to 8 are in the eight states, 9 is blind, 7 approved and closed", async () => {
  for (const [index, name] of STATES.entries()) {
    const number = index + 1;
    expect(await demo.get<InventoryDetail>("user", `/api/inventories/${number}`)).toMatchObject({
      inventoryState: { oid: number === 9 ? 3 : number, name },
      isClosed: number === 7,
      isApproved: number === 7,
      isBlind: number === 9,
    });
  }
  const [item] = await demo.get<Item[]>("user", "/api/inventories/9/items");
  expect(item).not.toHaveProperty("quantity");
});

test("the inventories have fifty items each, of their own articles in rooms of their own", async () => {
  const locationOf = new Map<number, number>();
  const articlesOfRoom = new Map<number, number>();
  for (let number = 1; number <= STATES.length; number++) {
    const items = await demo.get<Item[]>("manager", `/api/inventories/${number}/items`);
    expect(items).toHaveLength(50);
    for (const { articleId, locationId, quantity } of items) {
      expect(locationOf.has(articleId)).toBe(false);
      locationOf.set(articleId, locationId);
      expect(articlesOfRoom.get(locationId) ?? number).toBe(number);
      articlesOfRoom.set(locationId, number);
      const stock = await demo.get<ArticleLocation[]>("user", `/api/articles/${articleId}/locations`);
      expect(stock).toMatchObject([{ locationId, quantity }]);
    }
  }
});

test("inventory 3 has ten counted items, one of them with a photo", async () => {
  const items = await demo.get<Item[]>("user", "/api/inventories/3/items");
  const counted = items.filter(({ inventoryQuantity }) => inventoryQuantity !== null);
  expect(counted).toHaveLength(10);
  const photos: { oid: number; createdBy: string; url: string; contentType: string }[] = [];
  for (const { oid } of items)
    photos.push(...(await demo.get<typeof photos>("user", `/api/photoarticleinventory/${oid}`)));
  expect(photos).toMatchObject([{ oid: 1, createdBy: "user", contentType: "image/jpeg", width: 640 }]);
  const history = await demo.get("manager", `/api/inventories/items/${counted[0]?.oid}/history`);
  expect(history).toMatchObject([{ user: { id: 3, fullName: "Uma Svoboda" }, before: { isFound: false } }]);
});

test("the printers are virtual printers, an unused address, and inactive", async () => {
  const printers = await demo.get<Printer[]>("user", "/api/printingprinters");
  const common = { ipAddress: "127.0.0.1", isActive: true };
  expect(printers.toSorted((a, b) => a.oid - b.oid)).toMatchObject([
    { ...common, oid: 1, name: "Dock printer", printerTypeId: 3 },
    { ...common, oid: 2, name: "Office receipt printer", printerTypeId: 1 },
    { ...common, oid: 3, name: "Broken printer", printerTypeId: 3 },
    { ...common, oid: 4, name: "Old printer", printerTypeId: 3, isActive: false },
  ]);
  const portOf = (oid: number) => printers.find((printer) => printer.oid === oid)?.port ?? 0;
  expect(portOf(1)).not.toBe(portOf(2));
  const socket = connect(portOf(1), "127.0.0.1");
  socket.resume().end(Buffer.alloc(1_000_000, "^XA"));
  expect(await once(socket, "close")).toEqual([false]);
  const [refused] = await once(connect(portOf(3), "127.0.0.1"), "error");
  expect(refused).toMatchObject({ code: "ECONNREFUSED" });
});

test.each([
  ["user", 1, 1, 1, "Dock printer"],
  ["user", 2, 2, 2, "Office receipt printer"],
  ["user2", 501, 5, 5, "Shop printer"],
] as const)(
  "a label that %s requests of article %i on printer %i in format %i is printed on the %s and drawn",
  async (userName, articleId, printerId, labelFormatId, name) => {
    const { accessToken } = await tryLogIn(demo.url, "login-password", {
      userName,
      password: `${userName}-demo`,
    });
    const response = await fetch(`${demo.url}/api/pda/printing/print`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ articleId, printerId, labelFormatId, copies: 2 }),
    });
    expect(response.status).toBe(201);
    const page = /labels: (http\S+)$/m.exec(demo.output)?.[1] ?? "";
    const shown = async () => {
      const state = (await (await fetch(`${page}/state`)).json()) as {
        labels: { printer: string; picture: string }[];
      };
      return state.labels.filter(({ printer }) => printer === name);
    };
    // ZPL has a command for copies; a receipt is sent twice.
    const two = printerId === 2 ? [{ copies: 1 }, { copies: 1 }] : [{ copy: 2, copies: 2 }];
    await expect.poll(shown).toMatchObject(two);
    const [label] = await shown();
    const picture = await fetch(`${page}/${label?.picture}`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(500);
  },
);

test.each([
  [1, 3, [/\{\{code\}\}/, /\{\{name\}\}/, /\^BC/, /\^PW400/, /\^LL200/]],
  [2, 1, [/\{\{code\}\}/, /\{\{name\}\}/, /\[qr/]],
  [3, 4, [/\{\{code\}\}/, /SIZE 50 mm,25 mm/]],
  [4, 5, [/\{\{code\}\}/, /^P1$/m]],
])("format %i is for the printer type %i", async (oid, printerTypeId, parts) => {
  const formats = await demo.get<PrintFormatDetail[]>("user", "/api/printingformats");
  expect(formats).toHaveLength(4);
  const found = formats.find((format) => format.oid === oid);
  expect(found?.printerTypeId).toBe(printerTypeId);
  for (const part of parts) expect(found?.template).toMatch(part);
});

test("tenant 2 has 20 articles, 3 locations, inventory 10 with 20 items, printer 5 and format 5", async () => {
  const own = await demo.get<Article[]>("user2", "/api/articles");
  expect(own.map(({ oid }) => oid)).toEqual(Array.from({ length: 20 }, (_, index) => 501 + index));
  const others = await demo.get<Article[]>("user", "/api/articles");
  for (const mark of ["code", "serialNumber"] as const)
    expect(
      new Set(own.map((each) => each[mark])).isDisjointFrom(new Set(others.map((each) => each[mark]))),
    ).toBe(true);
  expect(await demo.get("user2", "/api/locations")).toHaveLength(3);
  const [inventory, ...more] = await demo.get<InventoryDetail[]>("user2", "/api/inventories");
  expect([inventory, more]).toMatchObject([{ oid: 10, inventoryStateId: 3 }, []]);
  const items = await demo.get<Item[]>("user2", "/api/inventories/10/items");
  expect(new Set(items.map(({ articleId }) => articleId))).toEqual(new Set(own.map(({ oid }) => oid)));
  expect(await demo.get("user2", "/api/printingprinters")).toMatchObject([{ oid: 5 }]);
  expect(await demo.get("user2", "/api/printingformats")).toMatchObject([{ oid: 5 }]);
});

test("three articles are with persons, one of them overdue, and one came back signed", async () => {
  const all = await demo.get<Custody[]>("user", "/api/custodies");
  const byArticle = all.toSorted((a, b) => a.articleId - b.articleId);
  expect(byArticle.map(({ articleId, userId }) => [articleId, userId])).toEqual([
    [494, 3],
    [495, 3],
    [496, 3],
    [497, 4],
  ]);
  expect(byArticle.filter(({ endedDT }) => endedDT !== null)).toMatchObject([
    { articleId: 494, isEndSigned: true },
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const overdue = await demo.get<Custody[]>("user", `/api/custodies?state=open&dueBefore=${today}`);
  expect(overdue).toMatchObject([{ articleId: 495 }]);
});

test("a weekly count plan is due in the next days, and adds no stocktake to those of the demo's description", async () => {
  const plans = await demo.get<{ isPaused: boolean }[]>("manager", "/api/count-plans");
  expect(plans).toMatchObject([{ isPaused: false }]);
  const stocktakes = await demo.get<{ oid: number }[]>("manager", "/api/inventories?includeClosed=true");
  expect(stocktakes.map(({ oid }) => oid).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("the demo has custom fields of each kind of use, with values, suppliers and warranties of the first articles", async () => {
  const fields = await demo.get<{ name: string; type: string }[]>("user", "/api/customfields");
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ["Condition", "choice"],
    ["Voltage", "number"],
    ["Next inspection", "date"],
    ["Insured", "yesNo"],
  ]);
  const all = await Promise.all(
    Array.from({ length: 70 }, (_, index) =>
      demo.get<ArticleFields>("user", `/api/articles/${index + 1}/fields`),
    ),
  );
  for (const { supplier, warrantyEnd, fields: values } of all.slice(0, 60)) {
    expect(supplier).toMatch(/\w/);
    expect(warrantyEnd).toMatch(/^202\d-\d\d-28$/);
    expect(values.length).toBeGreaterThan(0);
  }
  for (const { supplier, warrantyEnd, fields: values } of all.slice(60))
    expect([supplier, warrantyEnd, values]).toEqual([null, null, []]);
  const used = new Set(all.flatMap(({ fields: values }) => values.map(({ name }) => name)));
  expect([...used].sort()).toEqual(["Condition", "Insured", "Next inspection", "Voltage"]);
});

test("its attachment is a PDF that can be downloaded, and its values are searched", async () => {
  const attachments = await demo.get<{ fileName: string }[]>("user", "/api/articles/1/attachments");
  expect(attachments.map(({ fileName }) => fileName)).toEqual(["Manual.pdf"]);
  const { items } = await demo.get<{ items: object[] }>("user", "/api/articles/page?q=novak%20worn");
  expect(items.length).toBeGreaterThan(0);
});

test("the ledger begins with the stock of the demo", async () => {
  const movements = await demo.get<{ kind: string; before: number; after: number }[]>(
    "manager",
    "/api/stock-movements?articleId=1",
  );
  const stock = await demo.get<{ quantity: number }[]>("user", "/api/articles/1/locations");
  expect(movements.map(({ kind, before, after }) => [kind, before, after]).toSorted()).toEqual(
    stock.map(({ quantity }) => ["opening", 0, quantity]).toSorted(),
  );
});

// The demo adds its articles without most indexes and triggers. A filled folder has all of them again.
test("a filled database has the schema of an empty one, and its indexes are whole", () => {
  expect(rowsOf(folder, SCHEMA)).toEqual(rowsOf(inject("emptyFolder"), SCHEMA));
  expect(rowsOf(folder, "PRAGMA integrity_check")).toEqual([["ok"]]);
});

test("the search index holds the texts of all articles", () => {
  const [name = ""] = readdirSync(folder).filter((one) => one.endsWith(".db"));
  const db = new Database(join(folder, name));
  // Rank 1 compares the index with the articles; it throws where they differ.
  const check = () =>
    db.exec("INSERT INTO articleSearch (articleSearch, rank) VALUES ('integrity-check', 1)");
  try {
    expect(check).not.toThrow();
  } finally {
    db.close();
  }
});

test("changes after the fill are audited and can be found", async () => {
  expect(await demo.put("manager", "/api/articles/1", { oid: 1, name: "Žebřík zkušební" })).toBe(200);
  const audited =
    "SELECT entity, entityId, action FROM auditEntry WHERE entity = 'article' AND cause IS NULL";
  expect(rowsOf(folder, audited)).toEqual([["article", 1, "update"]]);
  const found = await demo.get<{ oid: number }[]>("manager", "/api/articles/findByName?name=zebrik%20zkus");
  expect(found.map(({ oid }) => oid)).toEqual([1]);
});
