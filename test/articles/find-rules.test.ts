import { beforeAll, describe, expect, test } from "vitest";
import type { Article } from "../../src/web/api/types/endpoints.d.ts";
import { refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { TEXT_OPERATORS } from "./find-model.ts";
import { added, articleBody, oids, proposalBody } from "./samples.ts";

const QUOTED = `2 O'Brien "the" \\ back`;
let articles: readonly Article[];
const server = sharedServer();
const { user } = server;
beforeAll(async () => {
  await added(server.manager, QUOTED);
  await user.post("/api/articles/pwa-request", proposalBody({ name: "Židle bez kódu" }));
  const gone = await added(server.manager, "gone");
  await server.manager.delete(`/api/articles/${gone.oid}`);
  articles = (await user.get("/api/articles")).body;
});

const find = (path: string, parameters: Readonly<Record<string, string>>) =>
  user.get(`/api/articles/${path}?${new URLSearchParams(parameters)}`);

test("a code that is longer than any code is not found, as a scanned text may be", async () => {
  const code = "x".repeat(1000);
  expect((await find("getbycode", { code })).status).toBe(404);
  const found = await find("findByCode", { code });
  expect([found.status, found.body]).toEqual([200, []]);
});

test.each<[string, string, number]>([
  ["findByName without filterOp looks for a part", "findByName?name=IDL", 1],
  ["findByName with an empty filterOp too", "findByName?name=IDL&filterOp=", 1],
  ["findByCode without filterOp looks for the whole", "findByCode?code=A00000", 0],
  ["findByCode finds it whole in any case", "findByCode?code=a000001", 1],
  ["findBySerialNo without filterOp looks for the whole", "findBySerialNo?serialno=SN-", 0],
  ["findByRFID without filterOp looks for the whole", "findByRFID?rfid=E280", 0],
  ["findById without filterOp looks for the number", "findById?id=12", 1],
  ["leading zeros are the same number", "findById?id=0012", 1],
  ["filterOp in any case", "findByName?name=zidle&FILTEROP=sTARTSwITH", 1],
  ["a search in any case of the path", "FINDBYrfid?RFID=E280&filterop=contains", 1],
  ["values are trimmed", "findByCode?code=%20A000001%20", 1],
  ["a plus is a blank", "findByName?name=zidle+bez+kodu", 1],
])("%s", async (_, path, atLeast) => {
  const response = await user.get(`/api/articles/${path}`);
  expect(response.status).toBe(200);
  if (atLeast === 0) expect(response.body).toEqual([]);
  else expect(response.body.length).toBeGreaterThanOrEqual(atLeast);
});

test.each([
  "articles/findByName?name",
  "articles/findByCode?filterOp=StartsWith&code",
  "articles/findBySerialNo?filterOp=Contains&serialNo",
  "articles/findByRFID?filterOp=Contains&rfId",
  "locations/findByName?name",
  "inventories/findByName?name",
])("%s of accents alone is missing", async (path) => {
  // One that combines with a letter, and one that stands alone.
  for (const accent of ["%CC%81", "%C2%B4"]) {
    const response = await user.get(`/api/${path}=${accent}`);
    expect(refusal(response)).toEqual([400, path.slice(path.search(/\w+$/))]);
  }
});

describe("findById", () => {
  const newest = () => Math.max(...articles.map(({ oid }) => oid));
  test.each<[string, (oid: number, n: number) => boolean]>([
    ["Equals", (oid, n) => oid === n],
    ["NotEquals", (oid, n) => oid !== n],
    ["GreaterThan", (oid, n) => oid > n],
    ["GreaterThanOrEquals", (oid, n) => oid >= n],
    ["LessThan", (oid, n) => oid < n],
    ["LessThanOrEquals", (oid, n) => oid <= n],
    ["Contains", (oid, n) => String(oid).includes(String(n))],
    ["StartsWith", (oid, n) => String(oid).startsWith(String(n))],
    ["EndsWith", (oid, n) => String(oid).endsWith(String(n))],
  ])("%s compares numbers, ordered by oid", async (filterOp, holds) => {
    for (const n of [-1, 0, 1, 12, 50, 500, newest(), newest() + 1]) {
      const response = await find("findById", { id: String(n), filterOp });
      expect(oids(response), String(n)).toEqual(
        articles.map(({ oid }) => oid).filter((oid) => holds(oid, n)),
      );
    }
  });

  test.each(["9007199254740993", "99999999999999999999999999", "-9007199254740993"])(
    "%s is larger than every oid",
    async (id) => {
      for (const filterOp of ["Equals", "NotEquals", "GreaterThan", "LessThan", "Contains", "EndsWith"])
        expect((await find("findById", { id, filterOp })).body).toEqual([]);
    },
  );

  test.each(["x", "1.5", "1e3", "0x1", "1 2", "+"])(
    "a value that is not a number (%s) is refused by comparisons, not by text operators",
    async (id) => {
      for (const filterOp of ["Equals", "NotEquals", "GreaterThanOrEquals", "LessThan"]) {
        const response = await find("findById", { id, filterOp });
        expect(refusal(response)).toEqual([400, "id"]);
      }
      for (const filterOp of ["Contains", "StartsWith", "EndsWith"])
        expect((await find("findById", { id, filterOp })).body).toEqual([]);
    },
  );
});

test.each<[string, string, string]>([
  ["an operator that is none", "name=a&filterOp=Like", "filterOp"],
  ["an operator for ids alone", "name=a&filterOp=GreaterThan", "filterOp"],
  ["a missing value", "filterOp=Equals", "name"],
  ["an empty value", "name=", "name"],
  ["a value of blanks", "name=%20%09", "name"],
  ["a value twice", "name=a&NAME=b", "name"],
  ["NUL in the value", "name=a%00b", "name"],
])("%s is refused", async (_, query, path) => {
  const response = await user.get(`/api/articles/findByName?${query}`);
  expect(refusal(response)).toEqual([400, path]);
});

test("the error for an unknown operator lists the valid ones", async () => {
  const byText = (await find("findByName", { name: "a", filterOp: "Like" })).body;
  for (const operator of TEXT_OPERATORS) expect(byText.errors[0].message).toContain(operator);
  expect(byText.errors[0].message).not.toContain("GreaterThan");
  const byId = (await find("findById", { id: "1", filterOp: "Like" })).body;
  for (const operator of [
    ...TEXT_OPERATORS,
    "GreaterThan",
    "GreaterThanOrEquals",
    "LessThan",
    "LessThanOrEquals",
  ])
    expect(byId.errors[0].message).toContain(operator);
});

describe("getbycode", () => {
  test.each<[string, string, number]>([
    ["the whole code", "code=A000001", 200],
    ["with blanks around", "code=%20A000001%20", 200],
    ["in another case", "code=a000001", 404],
    ["a part", "code=A00000", 404],
    ["a wildcard", "code=A00000%25", 404],
    ["another tenant's", "code=H000001", 404],
    ["a deleted one's", "code=gone", 404],
    ["an odd one, quotes and all", `code=${encodeURIComponent(QUOTED)}`, 200],
    ["none", "", 400],
    ["an empty one", "code=", 400],
  ])("%s", async (_, query, status) => {
    const response = await user.get(`/api/articles/getbycode?${query}`);
    expect(response.status).toBe(status);
    if (status !== 200) return;
    expect(response.body).toEqual((await user.get(`/api/articles/${response.body.oid}`)).body);
  });

  test("codes that differ only in accents or letter case are different", async () => {
    const created = await Promise.all(
      ["Kód", "Kod", "KÓD"].map((code) => server.manager.post("/api/articles", articleBody(code))),
    );
    for (const { body } of created)
      expect((await user.get(`/api/articles/getbycode?code=${encodeURIComponent(body.code)}`)).body.oid).toBe(
        body.oid,
      );
  });
});
