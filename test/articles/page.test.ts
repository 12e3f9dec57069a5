import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { ArticleFilter } from "../../src/records/article-filters.ts";
import type { ArticleLocation } from "../../src/web/api/types/endpoints.d.ts";
import { type Client, refusal } from "../harness/client.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { attach } from "../photos/attach.ts";
import { createJpeg, send } from "../photos/uploads.ts";
import { everything, expected, ids, type Query, type Row, type StoredRecords } from "./page-model.ts";
import { added, proposalBody, tagOf } from "./samples.ts";

const PATH = "/api/articles/page";
/** The initial state: tests that compare with it run first. */
let records: StoredRecords;
const server = sharedServer();
const { manager, user } = server;
beforeAll(async () => {
  for (const name of ["Židle %", "zidle", "ŽIDLE _", "Straße", "x"])
    await added(manager, `Pg-${name}`, { name });
  for (let i = 0; i < 5; i++) await user.post("/api/articles/pwa-request", proposalBody({ price: i % 2 }));
  await manager.put("/api/articles/3", { isDisposal: true });
  await manager.put("/api/articles/7/locations", { locations: [] });
  await manager.post("/api/articles/8/locations/move", { toLocationId: 20, quantity: 50 });
  records = await everything(user);
});

async function page(query: Query, as: Client = user) {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await as.get(`${PATH}?${text}`);
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response.body as { items: Row[]; nextCursor: string | null; total?: number };
}
/** All pages, one after the other. */
async function walk(query: Query, between: () => Promise<unknown> = async () => {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { items, nextCursor } = await page({ ...query, cursor });
    rows.push(...items);
    cursor = nextCursor;
    if (cursor !== null) await between();
  }
  return rows;
}

const SORTED = [
  "name",
  "code",
  "price",
  "category",
  "type",
  "state",
  "user",
  "responsibleUser",
  "createdDT",
  "oid",
];
const SORTS = SORTED.flatMap((field) => [field, `-${field}`]);
const questions = fc.record(
  {
    q: fc.constantFrom(
      "zidle",
      "ŽIDLE",
      "%",
      "_",
      "A0000",
      "000",
      "ss",
      "sn-1",
      "e280",
      "nothing at all",
      "x",
      "000 zidle",
      "ŽIDLE a0000 sn-",
      "hala",
      "hala A0000",
      "b1 hala",
      "g-02 zidle",
      "a000008 b1",
      "pg- a0 z",
    ),
    categoryId: fc.constantFrom(1, 2, 3, 4, 999),
    typeId: fc.constantFrom(1, 2, 3, 999),
    stateId: fc.constantFrom(1, 2, 3, 4),
    userId: fc.constantFrom(2, 3, 7),
    responsibleUserId: fc.constantFrom(2, 3),
    locationId: fc.constantFrom(1, 2, 4, 12, 20, 41, 999),
    isDisposal: fc.boolean(),
    priceFrom: fc.constantFrom(0, 1, 500, 999.99),
    priceTo: fc.constantFrom(0, 1, 2000.5, 100000),
    noPlace: fc.boolean(),
    sort: fc.constantFrom(...SORTS),
  },
  { requiredKeys: [] },
);

type TestedFilter = Exclude<ArticleFilter, `warranty${string}` | `field${string}`>;

const ANSWERED: readonly [string, Readonly<Record<string, string>>][] = [
  ["by the index of a filter", {}],
  // Simulates a million articles: no filter is narrow, and nothing is found soon.
  ["in the order of the page", { "json_array((SELECT count": `[${Array(10).fill(100_001)}]` }],
  ["among all", { "json_array((SELECT count": `[${Array(10).fill(100_001)}]`, "select 1 as": "1" }],
];
test.each(ANSWERED)(
  "for every filter and order, found %s: the pages hold the same articles as the lists",
  async (_, pretended) => {
    const { reader } = server.appliance.dependencies.storage;
    const { rows } = reader;
    reader.rows = async (query) => {
      const [, text] = Object.entries(pretended).find(([part]) => query.sql.includes(part)) ?? [];
      return text === undefined ? rows(query) : { pieces: [Buffer.from(text)], rows: 1, change: 0 };
    };
    await fc.assert(
      fc.asyncProperty(questions, fc.constantFrom(7, 100, 500), async (question, limit) => {
        const query: Query = JSON.parse(JSON.stringify(question));
        const wanted = ids(expected(records, query));
        expect(ids(await walk({ ...query, limit }))).toEqual(wanted);
        expect((await page({ ...query, limit: 1, withTotal: true })).total).toBe(wanted.length);
      }),
      { numRuns: times(50) },
    );
    reader.rows = rows;
  },
);

/** Values of each filter; those of warranties and custom fields are in test/custom-fields/filter.test.ts. */
const VALUES: Readonly<Record<TestedFilter, readonly (string | number | boolean)[]>> = {
  q: ["zidle", "A0000", "000", "sn-1", "ss", "0000 zidle", "hala zidle", "b1", "B1-G-02 A0000"],
  categoryId: [1, 2, 3, 999],
  typeId: [1, 2, 3],
  stateId: [1, 2, 3, 4],
  userId: [2, 3],
  responsibleUserId: [2],
  locationId: [1, 2, 4, 12, 20, 41],
  isDisposal: [true, false],
  priceFrom: [999.99],
  priceTo: [2000.5],
  noPlace: [true, false],
};
test.each(Object.entries(VALUES))("filtered by %s alone the pages equal the model", async (name, values) => {
  for (const value of values) {
    const query = { [name]: value };
    expect(ids(await walk({ ...query, limit: 500 })), String(value)).toEqual(ids(expected(records, query)));
  }
});

test.each(SORTS)("all articles come once in the order %s, however small the pages", async (sort) => {
  expect(ids(await walk({ sort, limit: 50 }))).toEqual(ids(expected(records, { sort })));
});

test("by modifiedDT the article changed last comes last, or first", async () => {
  await manager.put("/api/articles/11", { name: "Changed" });
  await manager.put("/api/articles/10", { name: "Changed later" });
  expect(ids((await page({ sort: "-modifiedDT", limit: 2 })).items)).toEqual([10, 11]);
  expect(ids(await walk({ sort: "modifiedDT" })).slice(-2)).toEqual([11, 10]);
});

test("a row is the article of the lists, with the location of its largest stock", async () => {
  const [row] = (await page({ q: "A000008" })).items;
  const [listed] = (await user.get("/api/articles/findById?id=8")).body;
  const stock: ArticleLocation[] = (await user.get("/api/articles/8/locations")).body;
  expect(row).toEqual({
    ...listed,
    quantity: stock.reduce((sum, { quantity }) => sum + quantity, 0),
    unit: null,
    places: 2,
    currencyId: null,
    location: stock[0]?.location,
    photoId: null,
    heldBy: null,
  });
  expect(row?.location).toMatchObject({ oid: 20 });
  expect((await page({ q: "A000007" })).items[0]).toMatchObject({ quantity: 0, places: 0, location: null });
});

test("a row names the person who has the article, until it is taken back", async () => {
  const { oid } = (await manager.post("/api/custodies", { articleId: 9, userId: 3 })).body;
  const rowOf = async () => (await page({ q: "A000009" })).items[0];
  expect(await rowOf()).toMatchObject({ userId: null, heldBy: { id: 3, fullName: "Uma Svoboda" } });
  await manager.put(`/api/custodies/${oid}/end`);
  expect((await rowOf())?.heldBy).toBeNull();
});

test("a row names the newest photo of the article that is not deleted, and no attachment", async () => {
  const jpeg = await createJpeg();
  const photoIdOf = async () => (await page({ q: "A000009" })).items[0]?.photoId;
  const form = [
    ["articleId", "9"],
    ["photo", { bytes: jpeg, fileName: "a.jpg" }],
  ] as const;
  const photos: number[] = [];
  for (let n = 0; n < 2; n++) photos.push((await send(manager, form, {}, "/api/photoarticle")).body.oid);
  expect((await attach(manager, 9, jpeg, "scan.jpg")).status).toBe(201);
  expect(await photoIdOf()).toBe(photos[1]);
  expect((await manager.delete(`/api/photos/${photos[1]}`)).status).toBe(204);
  expect(await photoIdOf()).toBe(photos[0]);
});

test("during writes no unmoved article comes twice or is left out", async () => {
  const own = await startServer();
  const boss = own.manager;
  const someone = own.user;
  const stays = Array.from({ length: 200 }, (_, i) => i * 2 + 1);
  let next = 0;
  const seen: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: "20", cursor });
    const { body } = await someone.get(`${PATH}?${query}`);
    seen.push(...ids(body.items));
    cursor = body.nextCursor;
    const moved = (next++ % 200) * 2 + 2;
    await boss.put(`/api/articles/${moved}`, { name: next % 2 === 0 ? "aaa" : "zzz" });
    await boss.delete(`/api/articles/${moved + 100}`);
    await added(boss, `NEW-${next}`, { name: next % 2 === 0 ? "aab" : "zzy" });
  }
  for (const oid of stays) expect(seen.filter((one) => one === oid)).toEqual([oid]);
});

test.each<[string, Query, string[]]>([
  ["an unknown order", { sort: "price2" }, ["sort"]],
  ["too long a page", { limit: 501 }, ["limit"]],
  ["an empty page", { limit: 0 }, ["limit"]],
  ["a cursor that is none", { cursor: "what" }, ["cursor"]],
  ["no number", { stateId: "one" }, ["stateId"]],
  ["no price", { priceFrom: "-1" }, ["priceFrom"]],
  ["a price of five places", { priceTo: "1.00001" }, ["priceTo"]],
  ["an order of words without any", { sort: "relevance" }, ["sort"]],
  ["no flag", { noPlace: "maybe" }, ["noPlace"]],
])("%s is refused", async (_, query, paths) => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await user.get(`${PATH}?${text}`);
  expect(refusal(response)).toEqual([400, ...paths]);
});

test("a cursor of another order is refused", async () => {
  const { nextCursor } = await page({ limit: 1, sort: "name" });
  expect((await user.get(`${PATH}?sort=price&cursor=${nextCursor}`)).status).toBe(400);
});

test("the page's tag changes with its content", async () => {
  const first = tagOf(await user.get(`${PATH}?limit=1`));
  expect((await user.get(`${PATH}?limit=1`, { "If-None-Match": first })).status).toBe(304);
  await manager.post("/api/articles/9/locations/move", { toLocationId: 20, quantity: 1 });
  expect((await user.get(`${PATH}?limit=1`, { "If-None-Match": first })).status).toBe(200);
});

test("by state, global states are sorted by their names in the requested language", async () => {
  const statesIn = async (language: string): Promise<number[]> => {
    const { body } = await user.get(`${PATH}?sort=state&limit=500`, { "Accept-Language": language });
    const states: number[] = body.items.map(({ stateId }: { stateId: number }) => stateId);
    return states.filter((state, at) => state !== states[at - 1]).slice(0, 3);
  };
  // Disposed, In stock, In use; Na skladě, Navrženo, V užívání.
  expect(await statesIn("en")).toEqual([4, 2, 1]);
  expect(await statesIn("cs")).toEqual([2, 3, 1]);
});
