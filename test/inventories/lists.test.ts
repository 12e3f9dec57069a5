import { describe, expect, test } from "vitest";
import { type ApiResponse, refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { STATES } from "./inventory-setup.ts";

const { user } = sharedServer();

const oids = (response: ApiResponse): number[] => response.body.map((row: { oid: number }) => row.oid);
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const OPEN = [1, 2, 3, 4, 5, 6, 9];

test.each([
  ["", OPEN],
  ["?includeClosed=false", OPEN],
  ["?includeClosed=0", OPEN],
  ["?includeClosed=true", ALL],
  ["?includeClosed=TRUE", ALL],
  ["?INCLUDECLOSED=1", ALL],
  ["?unknown=true", OPEN],
])("the list with %s holds %j: Closed and Cancelled only on request", async (query, expected) => {
  const response = await user.get(`/api/inventories${query}`);
  expect(response.status).toBe(200);
  expect(oids(response)).toEqual(expected);
});

test.each(["includeClosed=yes", "includeClosed=", "includeClosed=true&includeClosed=false"])(
  "the list with ?%s is 400 at includeClosed",
  async (query) => {
    const response = await user.get(`/api/inventories?${query}`);
    expect(response.status).toBe(400);
    expect(response.body.errors[0].path).toBe("includeClosed");
  },
);

test("a row has the contract's columns and says whether the count is blind", async () => {
  const { body } = await user.get("/api/inventories?includeClosed=true");
  const columns = { mustBeApproved: false, isApproved: false, isClosed: false, isBlind: false };
  expect(body[2]).toEqual({
    ...columns,
    oid: 3,
    name: expect.any(String),
    locationId: expect.any(Number),
    job: null,
    isSelective: false,
    counter: null,
    inventoryStateId: 3,
  });
  expect(body[6]).toMatchObject({ oid: 7, isClosed: true, isApproved: true, inventoryStateId: 7 });
  expect(body[8]).toMatchObject({ oid: 9, isBlind: true, inventoryStateId: 3 });
});

describe("findById", () => {
  test.each([
    ["id=3", [3]],
    ["id=7", [7]],
    ["id=%208%20", [8]],
    ["id=3&filterOp=", [3]],
    ["id=3&filterOp=Equals", [3]],
    ["id=3&filterOp=NotEquals", [1, 2, 4, 5, 6, 7, 8, 9]],
    ["id=7&filterOp=GreaterThan", [8, 9]],
    ["id=7&filterOp=greaterthanorequals", [7, 8, 9]],
    ["id=3&filterOp=LessThan", [1, 2]],
    ["ID=3&FILTEROP=LESSTHANOREQUALS", [1, 2, 3]],
    ["id=1&filterOp=Contains", [1]],
    ["id=1&filterOp=StartsWith", [1]],
    ["id=9&filterOp=EndsWith", [9]],
    ["id=x&filterOp=Contains", []],
    ["id=10", []],
    ["id=-1", []],
    ["id=99999999999999999999", []],
    ["id=99999999999999999999&filterOp=LessThan", []],
  ])("?%s finds %j, including Closed and Cancelled, and never another tenant's", async (query, expected) => {
    expect(oids(await user.get(`/api/inventories/findById?${query}`))).toEqual(expected);
  });

  test.each([
    ["", "id"],
    ["id=", "id"],
    ["id=%20", "id"],
    ["id=x", "id"],
    ["id=1.5", "id"],
    ["id=1&filterOp=Like", "filterOp"],
  ])("?%s is 400 at %s", async (query, path) => {
    expect(refusal(await user.get(`/api/inventories/findById?${query}`))).toEqual([400, path]);
  });
});

describe("findByName", () => {
  const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const MATCHES: Record<string, (name: string, value: string) => boolean> = {
    Equals: (name, value) => name === value,
    NotEquals: (name, value) => name !== value,
    Contains: (name, value) => name.includes(value),
    StartsWith: (name, value) => name.startsWith(value),
    EndsWith: (name, value) => name.endsWith(value),
  };
  const CUTS: readonly [string, (name: string) => string][] = [
    ["the whole name", (name) => name],
    ["the name in capitals without its accents", (name) => fold(name).toUpperCase()],
    ["its first word", (name) => name.split(" ")[0] ?? ""],
    ["its last word", (name) => name.split(" ").at(-1) ?? ""],
    ["a percent sign", () => "%"],
    ["an underscore", () => "_"],
    ["a quote", () => "'"],
  ];
  const CASES = [undefined, ...Object.keys(MATCHES)].flatMap((operator) =>
    CUTS.map(([what, cut]) => [operator, what, cut] as const),
  );

  test.each(CASES)("%s with %s finds by the rule, ordered by name", async (operator, _, cut) => {
    const all: { oid: number; name: string }[] = (await user.get("/api/inventories?includeClosed=true")).body;
    const { name = "" } = all.find(({ oid }) => oid === 4) ?? {};
    const query = new URLSearchParams({ name: cut(name), ...(operator && { filterOp: operator }) });
    const expected = all
      .map((row) => ({ ...row, folded: fold(row.name) }))
      .filter(({ folded }) => MATCHES[operator ?? "Contains"]?.(folded, fold(cut(name))))
      .sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.oid - b.oid))
      .map(({ oid }) => oid);
    expect(oids(await user.get(`/api/inventories/findByName?${query}`))).toEqual(expected);
  });

  test.each([
    ["", "name"],
    ["name=%20", "name"],
    ["name=a&filterOp=GreaterThan", "filterOp"],
  ])("?%s is 400 at %s", async (query, path) => {
    const response = await user.get(`/api/inventories/findByName?${query}`);
    expect(response.status).toBe(400);
    expect(response.body.errors[0].path).toBe(path);
  });
});

describe("the detail", () => {
  test.each(STATES)("of inventory %i is in state %s, in Czech %s", async (oid, english, czech) => {
    const { body } = await user.get(`/api/inventories/${oid}`);
    expect(body).toMatchObject({
      oid,
      inventoryStateId: oid,
      inventoryState: { oid, name: english },
      items: [],
    });
    const inCzech = await user.get(`/api/inventories/${oid}`, { "Accept-Language": "cs-CZ,en;q=0.5" });
    expect(inCzech.body.inventoryState).toEqual({ oid, name: czech });
  });

  test("is the list's row, its state and, on request, its items", async () => {
    const [row] = (await user.get("/api/inventories/findById?id=3")).body;
    const items = (await user.get("/api/inventories/3/items")).body;
    const inventoryState = { oid: 3, name: "In progress" };
    const rules = { person: null, secondCount: null, secondCountsWaived: null };
    const bare = { ...row, inventoryState, locationIds: [row.locationId], ...rules, items: [] };
    expect((await user.get("/api/inventories/3")).body).toEqual(bare);
    expect((await user.get("/api/inventories/3?includeItems=false")).body).toEqual(bare);
    expect(items).toHaveLength(50);
    expect((await user.get("/api/inventories/3?includeItems=true")).body).toEqual({ ...bare, items });
    expect((await user.get("/API/Inventories/3?INCLUDEITEMS=1")).body).toEqual({ ...bare, items });
  });
});
