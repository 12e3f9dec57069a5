import { describe, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { added, articleBody, faultPaths, proposalBody, statuses } from "./samples.ts";

const PATH = "/api/articles/full";
const NEXT = "/api/articles/next-code";

const server = sharedServer();
const { admin, manager, user } = server;

const withoutCode = (other: object = {}) => {
  const { code: _, ...rest } = articleBody("no code");
  return { ...rest, ...other };
};

describe("a new article without a code", () => {
  test("gets the announced code, by the pattern of the settings", async () => {
    expect((await admin.put("/api/settings", { articleCodePattern: "NC-{0000}" })).status).toBe(200);
    expect((await manager.get(NEXT)).body).toEqual({ code: "NC-0001" });
    const first = await manager.post(PATH, withoutCode());
    expect(first.status).toBe(201);
    expect(first.body.code).toBe("NC-0001");
    expect((await manager.post(PATH, withoutCode({ code: null }))).body.code).toBe("NC-0002");
    expect((await manager.get(NEXT)).body).toEqual({ code: "NC-0003" });
  });

  test("gets a different code from each other one at the same moment, and none fails", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => manager.post(PATH, withoutCode())));
    expect(new Set(statuses(all))).toEqual(new Set([201]));
    expect(new Set(all.map(({ body }) => body.code)).size).toBe(20);
  });

  test("is still refused at the contract's own path", async () => {
    const response = await manager.post("/api/articles", withoutCode());
    expect([response.status, faultPaths(response)]).toEqual([400, ["code"]]);
  });
});

describe("a new article with pieces at locations", () => {
  const location = async () =>
    (await manager.post("/api/locations", { name: "Annexe", parentLocationId: null })).body.oid as number;

  test("has them from the start", async () => {
    const locationId = await location();
    const { body } = await manager.post(PATH, withoutCode({ locations: [{ locationId, quantity: 7 }] }));
    const stock = await manager.get(`/api/articles/${body.oid}/locations`);
    expect(stock.body).toEqual([expect.objectContaining({ locationId, quantity: 7 })]);
  });

  test("is not added where one of them is wrong", async () => {
    const locationId = await location();
    const first = { locationId, quantity: 1 };
    for (const [wrong, path] of [
      [{ locationId, quantity: 0 }, "locations.1.quantity"],
      [{ locationId: 999_999, quantity: 1 }, "locations.1.locationId"],
      [first, "locations.1.locationId"],
    ] as const) {
      const response = await manager.post(PATH, articleBody("PIECES-1", { locations: [first, wrong] }));
      expect([response.status, faultPaths(response)]).toEqual([400, [path]]);
    }
    expect((await manager.get("/api/articles/getbycode?code=PIECES-1")).status).toBe(404);
  });
});

const NO_MORE = { warrantyEnd: null, supplier: null, unit: null, fields: [], packs: [] };

describe("note, invoice number, purchase date and currency", () => {
  const bought = { note: "two\nlines", invoiceNo: "2026/17", dtBuy: "2026-02-28", currencyTypeId: 2 };
  const shown = {
    note: "two\nlines",
    invoiceNo: "2026/17",
    dtBuy: "2026-02-28",
    currencyType: { oid: 2, name: expect.any(String) },
    ownedFields: [],
  };

  test("of a proposal are shown on the resulting article, and can be changed there", async () => {
    const proposal = proposalBody(bought);
    const { oid } = (await user.post("/api/articles/pwa-request", proposal)).body;
    expect((await manager.put(`/api/articleproposals/${oid}/approve`)).status).toBe(200);
    const path = `/api/articles/${oid}/full`;
    const before = await manager.get(path);
    const detail = (await manager.get(`/api/articles/${oid}`)).body;
    expect(before.body).toEqual({ ...detail, ...shown, ...NO_MORE });
    const changed = await manager.put(path, { note: "one line", dtBuy: null, name: "Lamp" });
    expect(changed.body).toEqual({ ...before.body, note: "one line", dtBuy: null, name: "Lamp" });
    expect((await manager.get(path)).body).toEqual(changed.body);
    const [newest] = (await manager.get(`/api/articles/${oid}/history`)).body;
    expect(newest.changes).toContainEqual({ field: "note", before: "two\nlines", after: "one line" });
    expect(newest.changes).toContainEqual({ field: "dtBuy", before: "2026-02-28", after: null });
  });

  test("are kept by a PUT that leaves them out, and stored for a new article at once", async () => {
    const { status, body } = await manager.post(PATH, articleBody("FULL-1", bought));
    expect([status, body]).toEqual([201, expect.objectContaining({ code: "FULL-1", ...shown })]);
    expect((await manager.put(`/api/articles/${body.oid}`, { price: 5 })).status).toBe(200);
    expect((await manager.get(`/api/articles/${body.oid}/full`)).body).toMatchObject({ ...shown, price: 5 });
  });

  test("with wrong values are refused, each by its name", async () => {
    const { oid } = await added(manager, "FULL-3");
    for (const [field, value] of [
      ["note", "x".repeat(4001)],
      ["invoiceNo", "x".repeat(201)],
      ["dtBuy", "2026-02-30"],
      ["currencyTypeId", 999999],
    ] as const) {
      const response = await manager.put(`/api/articles/${oid}/full`, { [field]: value });
      expect([response.status, faultPaths(response)]).toEqual([400, [field]]);
    }
  });
});
