import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Endpoint } from "../../src/http/endpoint/endpoint.ts";
import { type DeclaredNames, namesOf } from "../../src/http/endpoint/parse.ts";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse } from "../inventories/stocktake.ts";
import { faultPaths, oids } from "./samples.ts";

// What selects the records of a change: a misspelt filter never means "all", and `expectedCount` is what the user has seen.

let inventory: number;
let plan: number;
/** A label format for locations. */
let ofLocations: number;
const server = sharedServer();
const { admin } = server;
const warehouse = createWarehouse(server);
beforeAll(async () => {
  await warehouse.addLocation("hall");
  await warehouse.addLocation("shelf", "hall");
  for (const code of ["SEL-1", "SEL-2", "SEL-3"]) await warehouse.article(code, { shelf: 5 });
  for (const code of ["GONE-1", "GONE-2", "GONE-3"]) await warehouse.article(code, {});
  inventory = await warehouse.stocktake(["hall"]);
  for (const code of ["SEL-1", "SEL-2", "SEL-3"]) await warehouse.count(inventory, code, 0);
  await warehouse.move(inventory, "finish", "process");
  const format = { name: "Places", template: "^XA^FD{{code}}^FS^XZ", printerTypeId: 3, subject: "location" };
  ofLocations = (await admin.post("/api/printingformats", format)).body.oid;
  plan = (await admin.post("/api/count-plans", planOf())).body.oid;
});

const planOf = (selection: object = {}, name = "Selected") => ({
  ...{ name, fromDate: "2030-01-01", schedule: { every: "day" } },
  selection: { kind: "notCounted", locationIds: [warehouse.at("hall")], ...selection },
});

/** A request that changes what it selects. */
interface Selecting {
  readonly endpoint: string;
  /** `filter`: more of what selects. */
  request(filter: object): { readonly path: string; readonly body: object };
  /** Where the errors of the filter are. */
  readonly at: string;
  /** Whether the filter is a part of the query. */
  readonly isQuery?: boolean;
  /** How many records it selects; default: 3. */
  readonly size?: number;
}

const LABELS = { printerId: 3, labelFormatId: 1 };
const search = (filter: object) => new URLSearchParams(Object.entries({ view: "missing", ...filter }));

const SELECTING: readonly Selecting[] = [
  {
    endpoint: "PUT /api/articles/bulk-delete",
    request: (filter) => ({
      path: "/api/articles/bulk-delete",
      body: { filter: { q: "GONE", ...filter } },
    }),
    at: "filter.",
  },
  {
    endpoint: "PUT /api/articles/bulk-edit",
    request: (filter) => ({
      path: "/api/articles/bulk-edit",
      body: { filter: { q: "SEL", ...filter }, changes: { stateId: 2 } },
    }),
    at: "filter.",
  },
  {
    endpoint: "POST /api/articles/bulk-labels",
    request: (filter) => ({
      path: "/api/articles/bulk-labels",
      body: { filter: { q: "SEL", ...filter }, ...LABELS },
    }),
    at: "filter.",
  },
  {
    endpoint: "POST /api/count-plans",
    request: (filter) => ({ path: "/api/count-plans", body: planOf(filter, "Another") }),
    at: "selection.",
  },
  {
    endpoint: "PUT /api/count-plans/{id}",
    request: (filter) => ({ path: `/api/count-plans/${plan}`, body: planOf(filter) }),
    at: "selection.",
  },
  {
    endpoint: "PUT /api/inventories/{id}/items/approve",
    request: (filter) => ({
      path: `/api/inventories/${inventory}/items/approve?${search(filter)}`,
      body: {},
    }),
    at: "",
    isQuery: true,
  },
  {
    endpoint: "PUT /api/inventories/{id}/decide",
    request: (filter) => ({
      path: `/api/inventories/${inventory}/decide?${search(filter)}`,
      body: { decision: "recount" },
    }),
    at: "",
    isQuery: true,
  },
];

/** All locations below one are selected, without a filter. */
const COUNTED: readonly Selecting[] = [
  ...SELECTING,
  {
    endpoint: "POST /api/locations/{id}/bulk-labels",
    request: () => ({
      path: `/api/locations/${warehouse.at("hall")}/bulk-labels`,
      body: { ...LABELS, labelFormatId: ofLocations },
    }),
    at: "",
    size: 2,
  },
];

const methodOf = ({ endpoint }: Selecting) => endpoint.split(" ")[0] ?? "";
const send = (one: Selecting, filter: object, more: object = {}) => {
  const { path, body } = one.request(one.isQuery ? { ...filter, ...more } : filter);
  const sent = one.isQuery ? body : { ...body, ...more };
  return methodOf(one) === "PUT" ? admin.put(path, sent) : admin.post(path, sent);
};

/** Everything that a selection could change. */
const state = async () => {
  const articles = await Promise.all(
    ["SEL-1", "SEL-2", "SEL-3"].map((code) => admin.get(`/api/articles/${warehouse.id(code)}`)),
  );
  const others = ["/api/count-plans", `/api/inventories/${inventory}/items`];
  const lists = await Promise.all(others.map((path) => admin.get(path)));
  // The queue tries those of other tests meanwhile, which changes them.
  const requests = oids(await admin.get("/api/printrequests"));
  return [...[...articles, ...lists].map(({ text }) => text), requests.join()];
};

describe.each(SELECTING)("$endpoint", (one) => {
  test("words of accents alone are refused: they would select everything", async () => {
    for (const q of ["\u0301", "\u00b4"]) {
      const response = await send(one, { q });
      expect([response.status, faultPaths(response)]).toEqual([400, [`${one.at}q`]]);
    }
  });

  test("an unknown property of what selects is 400, names it and what is known, and nothing changes", async () => {
    const before = await state();
    const { status, body } = await send(one, { categry: 1, locationID_: 2 });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      `${one.at}categry`,
      `${one.at}locationID_`,
    ]);
    expect(body.message).toContain("locationId");
    expect(await state()).toEqual(before);
  });
});

/** No words at all: they would select everything. */
const NO_WORDS = [null, "", "  ", "\u0301"];

describe.each(SELECTING.filter(({ endpoint }) => !endpoint.includes("count-plans")))("$endpoint", (one) => {
  test("a text without a word is 400 at its field, and nothing changes", async () => {
    const before = await state();
    for (const q of one.isQuery ? NO_WORDS.slice(1) : NO_WORDS) {
      const { status, body } = await send(one, { q });
      expect([status, body.errors?.[0].path], JSON.stringify(q)).toEqual([400, `${one.at}q`]);
    }
    expect(await state()).toEqual(before);
  });
});

describe.each(COUNTED)("$endpoint", (one) => {
  const { size = 3 } = one;
  test("another count than the expected one is 409, and nothing changes", async () => {
    const before = await state();
    for (const expectedCount of [0, size - 1, size + 1]) {
      const { status, text } = await send(one, {}, { expectedCount });
      expect([status, expectedCount], text).toEqual([409, expectedCount]);
    }
    expect(await state()).toEqual(before);
  });

  test("the expected count is accepted", async () => {
    const { status, text } = await send(one, {}, { expectedCount: size });
    expect(status, text).toBeLessThan(300);
  });
});

test("the expected count is compared with the distinct ids, too", async () => {
  const ids = [11, 12, 12];
  const body = { ids, changes: { stateId: 2 } };
  const refused = await admin.put("/api/articles/bulk-edit", { ...body, expectedCount: 3 });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("2 records are selected now, not 3");
  expect((await admin.put("/api/articles/bulk-edit", { ...body, EXPECTEDCOUNT: 2 })).status).toBe(200);
});

test("of ids, those of articles that are there are expected", async () => {
  const body = { ids: [11, 12, 999_999], changes: { stateId: 2 } };
  const refused = await admin.put("/api/articles/bulk-edit", { ...body, expectedCount: 3 });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining("2 records are selected now, not 3"),
  ]);
  expect((await admin.put("/api/articles/bulk-edit", { ...body, expectedCount: 2 })).status).toBe(200);
});

test("property names ignore case inside a filter, too", async () => {
  const { body } = await admin.put("/api/articles/bulk-edit", {
    filter: { Q: "SEL-1", LocationID: warehouse.at("shelf") },
    changes: { STATEID: 3 },
    expectedCount: 1,
  });
  expect(body).toMatchObject({ changed: 1 });
  expect((await admin.get(`/api/articles/${warehouse.id("SEL-2")}`)).body.state.oid).not.toBe(3);
});

test("a name that is given twice inside a filter is 400", async () => {
  const { status, body } = await admin.put("/api/articles/bulk-edit", {
    filter: { q: "SEL-1", Q: "SEL-2" },
    changes: { stateId: 3 },
  });
  expect([status, body.errors[0].path]).toEqual([400, "filter.q"]);
});

/** Parameters that select no records. */
const NO_SELECTION: Readonly<Record<string, string>> = {
  offset: "the position of a part of a file",
  force: "confirms the consequences for other records",
  seen: "a precondition",
  validRows: "of a file that was checked",
  isCorrection: "of a file that was checked: why its stock changes",
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const propertiesOf = (schema: z.ZodObject | null) => Object.keys(schema?.shape ?? {});

/** The paths of objects inside a schema that remove unknown properties. */
function lenient(names: DeclaredNames | null, path: string): string[] {
  if (names === null) return [];
  const own = names.properties !== null && names.others !== "refused" ? [path] : [];
  const below = [...(names.properties?.values() ?? [])].flatMap(({ name, names: inner }) =>
    lenient(inner, `${path}.${name}`),
  );
  return [...own, ...below, ...lenient(names.items, path)];
}

/** What an endpoint selects the records of its change by: the names of properties and parameters. */
const selectedBy = (endpoint: Endpoint) => [
  ...propertiesOf(endpoint.querySchema).filter((name) => !(name in NO_SELECTION)),
  ...propertiesOf(endpoint.bodySchema).filter((name) => ["ids", "filter", "selection"].includes(name)),
];

test("each endpoint with a selection for a change refuses unknown properties in it, and has `expectedCount`", () => {
  const changing = server.appliance.endpoints.filter(
    ({ method, handler }) => method !== "GET" && handler.kind !== "query" && handler.kind !== "stream",
  );
  const selecting = changing.filter((endpoint) => selectedBy(endpoint).length > 0);
  expect(selecting.map(nameOf).sort()).toEqual(SELECTING.map(({ endpoint }) => endpoint).sort());
  for (const endpoint of selecting) {
    const { querySchema, bodySchema } = endpoint;
    expect([...propertiesOf(querySchema), ...propertiesOf(bodySchema)], nameOf(endpoint)).toContain(
      "expectedCount",
    );
    if (propertiesOf(querySchema).some((name) => !(name in NO_SELECTION)))
      expect(lenient(querySchema && namesOf(querySchema), "query"), nameOf(endpoint)).toEqual([]);
    for (const name of ["filter", "selection"]) {
      const schema = bodySchema?.shape[name];
      if (schema !== undefined) expect(lenient(namesOf(schema), name), nameOf(endpoint)).toEqual([]);
    }
  }
});
