import { beforeAll, expect, test } from "vitest";
import type {
  Article,
  ArticleDetail,
  ArticleLocation,
  Location,
} from "../../src/web/api/types/endpoints.d.ts";
import { sharedServer } from "../harness/server.ts";
import { rowsOf } from "./running-demo.ts";

// The demo's contract on articles and their stock, checked with a server on the folder that the demo has filled.

let articles: Article[];
let locations: Location[];

const server = sharedServer();
const { user } = server;
beforeAll(async () => {
  articles = await get<Article[]>("/api/articles");
  locations = await get<Location[]>("/api/locations");
});

/** The content that the user gets; `T` is its type by the description. */
async function get<T>(path: string): Promise<T> {
  return (await user.get(path)).body;
}

test("articles 1 to 500 have the codes A000001 on, serial numbers, and prices with cents", () => {
  const inOrder = articles.toSorted((a, b) => a.oid - b.oid);
  expect(inOrder.map(({ oid }) => oid)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  for (const { oid, code, serialNumber, price } of inOrder) {
    expect(code).toBe(`A${String(oid).padStart(6, "0")}`);
    expect(serialNumber).toMatch(/^SN-/);
    expect(Math.round(price * 100) % 100).not.toBe(0);
    expect(price).toBe(Math.round(price * 100) / 100);
  }
  expect(new Set(inOrder.map(({ serialNumber }) => serialNumber)).size).toBe(500);
});

test.each([
  ["third", "has an RFID tag", 3, (article: Article) => article.rfId !== null],
  ["fifth", "is assigned to user 3", 5, (article: Article) => article.userId === 3],
  ["seventh", "has user 2 as responsible person", 7, (article: Article) => article.responsibleUserId === 2],
])("every %s article %s, and no other", (_, __, step, has) => {
  expect(articles.filter(has).map(({ oid }) => oid)).toEqual(
    articles.filter(({ oid }) => oid % step === 0).map(({ oid }) => oid),
  );
});

test("names vary and repeat, and are partly Czech", async () => {
  const times = Map.groupBy(articles, ({ name }) => name);
  expect(times.size).toBeGreaterThan(100);
  expect(times.get("Židle kancelářská")).toHaveLength(3);
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThanOrEqual(4);
  const found = await get<Article[]>("/api/articles/findByName?name=zidle");
  expect(found.length).toBeGreaterThan(10);
});

test("each article is in one location, with 1 to 5 pieces", async () => {
  const stock: ArticleLocation[] = [];
  for (const { oid } of locations)
    stock.push(...(await get<ArticleLocation[]>(`/api/locations/${oid}/articles`)));
  expect(stock.map(({ articleId }) => articleId).toSorted((a, b) => a - b)).toEqual(
    articles.map(({ oid }) => oid).toSorted((a, b) => a - b),
  );
  expect(new Set(stock.map(({ quantity }) => quantity))).toEqual(new Set([1, 2, 3, 4, 5]));
});

test("locations 1 to 40 are three levels deep", () => {
  const byId = new Map(locations.map((location) => [location.oid, location]));
  const levelOf = (oid: number | null): number =>
    oid === null ? 0 : 1 + levelOf(byId.get(oid)?.parentLocationId ?? null);
  expect([...byId.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  expect([1, 2, 3].map((oid) => byId.get(oid))).toEqual([
    { oid: 1, name: "Main building", code: "B1", parentLocationId: null },
    { oid: 2, name: "Ground floor", code: "B1-G", parentLocationId: 1 },
    { oid: 3, name: "First floor", code: "B1-1", parentLocationId: 1 },
  ]);
  for (let room = 4; room <= 40; room++) expect(levelOf(room)).toBe(3);
  expect(locations.map(({ name }) => name)).toContain("Skladová hala č. 3");
});

test("the catalogues have their names and ids, and tenant 2 has one of each", async () => {
  const details = await Promise.all(
    articles.slice(0, 40).map(({ oid }) => get<ArticleDetail>(`/api/articles/${oid}`)),
  );
  expect(new Map(details.map(({ category }) => [category.oid, category.name]))).toEqual(
    new Map([
      [1, "IT equipment"],
      [2, "Furniture"],
      [3, "Tools"],
    ]),
  );
  expect(new Map(details.map(({ type }) => [type.oid, type.name]))).toEqual(
    new Map([
      [1, "Notebook"],
      [2, "Monitor"],
      [3, "Chair"],
      [4, "Drill"],
    ]),
  );
  const rows = (table: string) =>
    rowsOf(server.folder, `SELECT oid, tenantId, iif(tenantId = 1, name, '') FROM ${table} ORDER BY oid`);
  expect(rows("articleCategory").slice(3)).toEqual([[4, 2, ""]]);
  expect(rows("articleType").slice(4)).toEqual([[5, 2, ""]]);
  for (const [table, first, second] of [
    ["currencyType", "CZK", "EUR"],
    ["articleDisposalMethod", "Scrap", "Sale"],
    ["articleDisposalReason", "Broken", "Obsolete"],
  ] as const) {
    expect(rows(table)).toEqual([
      [1, 1, first],
      [2, 1, second],
      [3, 2, ""],
    ]);
  }
});

test("user 3 has two open transfers of five", async () => {
  expect(await get("/api/articles/my-transfers/3")).toHaveLength(2);
  const rows = rowsOf(server.folder, "SELECT userId, state FROM articleTransfer");
  expect(rows).toEqual([
    [3, "open"],
    [3, "open"],
    [3, "confirmed"],
    [3, "rejected"],
    [3, "deleted"],
  ]);
});

test("three disposal requests of user 3 are pending, and the approved one's article is disposed of", async () => {
  expect(await get("/api/articles/my-disposals/3")).toHaveLength(3);
  expect(await get("/api/articles/my-stats/3")).toMatchObject({
    assignedCount: 100,
    openTransfers: 2,
    pendingDisposals: 3,
  });
  const disposed = articles.filter(({ isDisposal }) => isDisposal);
  expect(disposed).toMatchObject([{ stateId: 4, disposalDT: expect.any(String), disposalMethodId: 1 }]);
  expect(
    rowsOf(
      server.folder,
      "SELECT articleId, userId, decidedDT IS NULL FROM disposalProposal WHERE state = 'approved'",
    ),
  ).toEqual([[disposed[0]?.oid, 3, 0]]);
});
