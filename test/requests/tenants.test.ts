import { describe, expect, test } from "vitest";
import { faultPaths, oids } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();
const one = server.admin;
const two = server.admin2;

const PROPOSAL = { name: "Lamp", articleCategoryID: 4, articleTypeID: 5 };

/** A record of each kind in tenant 2, for one test. */
const MADE: Readonly<Record<string, () => Promise<number>>> = {
  transfer: async () =>
    (await two.post("/api/articletransfers", { articleId: 501, targetLocationId: 41 })).body.oid,
  disposal: async () => (await two.post("/api/articledisposals", { articleId: 502 })).body.oid,
  proposal: async () => (await two.post("/api/articles/pwa-request", PROPOSAL)).body.oid,
};

describe.each<[string, string, object, string]>([
  ["transfer", "/api/articletransfers/{}/confirm", { fromLocationId: 1 }, "fromLocationId"],
  ["disposal", "/api/articledisposals/{}/approve", { disposalMethodId: 1 }, "disposalMethodId"],
  ["disposal", "/api/articledisposals/{}/approve", { disposalReasonId: 1 }, "disposalReasonId"],
  ["proposal", "/api/articleproposals/{}/approve", { categoryId: 1 }, "categoryId"],
  ["proposal", "/api/articleproposals/{}/approve", { typeId: 1 }, "typeId"],
])("a %s of tenant 2: PUT %s %j", (kind, path, body, field) => {
  test("another tenant's record in the body is 400, and the own id is 404 for the other tenant", async () => {
    const oid = (await MADE[kind]?.()) ?? oids(await two.get("/api/articledisposals"))[0] ?? 0;
    const at = path.replace("{}", String(oid));
    const response = await two.put(at, body);
    expect(response.status).toBe(400);
    expect(faultPaths(response)).toEqual([field]);
    expect((await one.put(at, body)).status).toBe(404);
    expect((await one.put(at, {})).status).toBe(404);
  });
});

test("filters with another tenant's records select nothing", async () => {
  expect(oids(await two.get("/api/articletransfers?articleId=1"))).toEqual([]);
  expect(oids(await two.get("/api/articledisposals?userId=3"))).toEqual([]);
  for (const filter of ["userId=3", "locationId=1", "categoryId=1"])
    expect((await two.get(`/api/articles/page?${filter}`)).body.items, filter).toEqual([]);
});
