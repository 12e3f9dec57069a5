import { get } from "node:http";
import { expect, test } from "vitest";
import { findUserByName } from "../../src/access/users/users.ts";
import type { TableKind } from "../../src/domain/table-kinds.ts";
import { columnKey } from "../../src/domain/text-folding.ts";
import { assertRowCount, type ListedField, NO_FILTER } from "../../src/exchange/export/rows.ts";
import { articleColumnNames } from "../../src/exchange/import/header.ts";
import { LOCALE_CODES } from "../../src/i18n/locales.ts";
import { sharedServer } from "../harness/server.ts";
import { cellsIn } from "../tables/reading.ts";

const server = sharedServer();
const { admin, manager } = server;

/** What only the list of articles shows. */
const LISTED: Readonly<Record<ListedField, true>> = {
  pieces: true,
  currency: true,
  heldBy: true,
  isDisposal: true,
  createdDT: true,
  modifiedDT: true,
};

const codes = async (query: string) =>
  (await cellsIn((await manager.get(`/api/export/articles?${query}`)).bytes)).slice(1).map(([code]) => code);
const all = async () => (await manager.get("/api/articles")).body;

test("a file has its type, its date in the name, and headers that prevent execution", async () => {
  const { headers, text } = await manager.get("/api/export/articles");
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="articles-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(headers.get("content-security-policy")).toContain("sandbox");
  expect(headers.get("cache-control")).toBe("private, no-cache");
  expect(text.startsWith("\ufeffCode,Name,Category,Type,State,Price,Serial number,RFID,User,")).toBe(true);
  const book = await manager.get("/api/export/stock?format=XLSX");
  expect(book.headers.get("content-type")).toContain("spreadsheetml.sheet");
  expect(book.headers.get("content-disposition")).toMatch(/stock-.*\.xlsx/);
});

test.each(["gzip", "br"])(
  "text is compressed by %s while it is sent, with the same content; a workbook is compressed already",
  async (coding) => {
    const plain = await manager.get("/api/export/articles", { "Accept-Encoding": "identity" });
    const response = await manager.get("/api/export/articles", { "Accept-Encoding": coding });
    expect([plain.headers.get("content-encoding"), response.headers.get("content-encoding")]).toEqual([
      null,
      coding,
    ]);
    expect(response.text).toBe(plain.text);
    const book = await manager.get("/api/export/articles?format=xlsx", { "Accept-Encoding": coding });
    expect(book.headers.get("content-encoding")).toBe(null);
  },
);

test("in Czech the columns are Czech, and the file suits a Czech spreadsheet", async () => {
  const { text } = await manager.get("/api/export/articles", { "Accept-Language": "cs" });
  expect(text.split("\r\n")[0]).toBe(
    "\ufeffKód;Název;Kategorie;Typ;Stav;Cena;Sériové číslo;RFID;Uživatel;Odpovědná osoba;Umístění;Množství;Poznámka;Číslo faktury;Datum nákupu;Dodavatel;Záruka do;Jednotka;Další kódy;Balení",
  );
});

test("all articles with a code that are not deleted are exported, in the order of their creation", async () => {
  const living = (await all()).filter(({ code }: { code: string | null }) => code !== null);
  expect(await codes("")).toEqual(living.map(({ code }: { code: string }) => code));
});

test.each(["categoryId", "typeId", "stateId"] as const)("filter %s selects articles", async (field) => {
  const [first] = await all();
  const expected = (await all()).filter(
    (one: Record<string, unknown>) => one[field] === first[field] && one["code"],
  );
  expect(await codes(`${field}=${first[field]}`)).toEqual(expected.map(({ code }: { code: string }) => code));
  expect(await codes(`${field}=123456789`)).toEqual([]);
});

test("filter locationId selects the location and all below it", async () => {
  const stock = (await manager.get("/api/export/stock?locationId=2")).text.split("\r\n").slice(1, -1);
  expect(stock.length).toBeGreaterThan(0);
  expect(stock.filter((line) => !line.includes("Main building / Ground floor"))).toEqual([]);
  const building = await codes("locationId=1");
  expect(building.length).toBe((await codes("")).length);
  expect((await codes("locationId=2")).length).toBeLessThan(building.length);
});

test("the filters and the order of the list select and order the articles of the file", async () => {
  const query = "q=chair&noPlace=false&priceFrom=10&sort=-code";
  const listed = (await manager.get(`/api/articles/page?${query}`)).body.items;
  expect(listed.length).toBeGreaterThan(1);
  expect(await codes(query)).toEqual(listed.map(({ code }: { code: string }) => code));
  const { status, text } = await manager.get("/api/export/articles?priceFrom=much");
  expect(status).toBe(400);
  expect(text).toContain("priceFrom");
});

test("columns selects the columns of the file and their order, also those that only the list shows", async () => {
  const [first] = (await manager.get("/api/articles/page?sort=code&limit=1")).body.items;
  const columns = "name,code,pieces,currency,heldBy,isDisposal,createdDT,code";
  const { bytes } = await manager.get(`/api/export/articles?sort=code&columns=${columns}`);
  const [titles, row] = await cellsIn(bytes);
  expect(titles).toEqual([
    "Name",
    "Code",
    "Pieces in total",
    "Currency",
    "With",
    "Marked for disposal",
    "Created",
  ]);
  expect(row?.slice(0, 3)).toEqual([first.name, first.code, String(first.quantity)]);
  expect(row?.[6]).toBe(first.createdDT);
  const { status, text } = await manager.get("/api/export/articles?columns=code,colour");
  expect(status).toBe(400);
  expect(text).toMatch(/columns.*code, name, /);
});

test.each(LOCALE_CODES)(
  "no title in %s of what only the list shows is a name of the import",
  async (locale) => {
    const names = articleColumnNames();
    const columns = Object.keys(LISTED).join();
    const { bytes } = await manager.get(`/api/export/articles?columns=${columns}`, {
      "Accept-Language": locale,
    });
    const [titles = []] = await cellsIn(bytes);
    expect(titles).toHaveLength(Object.keys(LISTED).length);
    expect(titles.filter((title) => names.has(columnKey(String(title))))).toEqual([]);
  },
);

test("filter q selects by any of the texts, folded", async () => {
  expect(await codes("q=a00000")).toHaveLength(9);
  const [named] = await all();
  expect(
    await codes(`q=${encodeURIComponent(named.name.toUpperCase())}&categoryId=${named.categoryId}`),
  ).toContain(named.code);
});

test("more rows than a sheet holds are refused, and only selected rows count", () => {
  const { db } = server.appliance.dependencies.storage;
  const none = NO_FILTER;
  const wanted = (kind: TableKind, filter = {}) => ({
    kind,
    tenantId: 2,
    filter: { ...none, ...filter },
    language: "en" as const,
  });
  for (const kind of ["articles", "stock"] as const) {
    expect(() => assertRowCount(db, wanted(kind), 19)).toThrow("A sheet holds 19 rows, and these are 20");
    expect(() => assertRowCount(db, wanted(kind), 20)).not.toThrow();
    expect(() => assertRowCount(db, wanted(kind, { locationId: 42 }), 19)).not.toThrow();
  }
});

test("users are exported without any secret", async () => {
  const { text } = await admin.get("/api/export/users");
  expect(text.split("\r\n")[0]).toBe("\ufeffUser name,First name,Last name,Roles,Active,Badge");
  expect(text).toContain("both,");
  expect(text).not.toMatch(/argon2|demo-|inactive-demo/);
  expect(text).not.toContain("admin2");
  expect((await manager.get("/api/export/users")).status).toBe(403);
});

test("another tenant's records are not exported", async () => {
  const firstCells = async (query: string) =>
    (await cellsIn((await server.admin2.get(`/api/export/${query}`)).bytes)).slice(1).map(([cell]) => cell);
  const codes = (await server.admin2.get("/api/articles")).body.map(({ code }: { code: string }) => code);
  expect(await firstCells("articles")).toEqual(codes);
  expect((await firstCells("stock")).toSorted()).toEqual(codes.toSorted());
  expect(await firstCells("locations")).toEqual(["Shop", "Shop / Back room", "Shop / Sales floor"]);
  expect((await firstCells("users")).toSorted()).toEqual(["admin2", "user2"]);
  for (const kind of ["articles", "stock"]) expect(await firstCells(`${kind}?locationId=1`)).toEqual([]);
});

test.each(["format=pdf", "separator=pipe", "categoryId=x"])("%s is refused", async (query) => {
  const response = await manager.get(`/api/export/articles?${query}`);
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe(query.split("=")[0]);
});

test("exports that the client abandons end, and free their places", async () => {
  const { storage, tokens } = server.appliance.dependencies;
  const user = findUserByName(storage.db, "manager");
  const token = user && (await tokens.issue({ user, device: null, authTime: null })).accessToken;
  for (let i = 0; i < 4; i++) {
    await new Promise<void>((done, failed) => {
      const options = { headers: { Authorization: `Bearer ${token}` }, agent: false };
      get(`${server.url}/api/export/articles`, options, (response) => {
        response.destroy();
        done();
      }).on("error", failed);
    });
  }
  expect((await manager.get("/api/export/articles")).status).toBe(200);
  expect((await manager.send("HEAD", "/api/export/articles", undefined)).text).toBe("");
});
