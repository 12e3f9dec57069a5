import { expect, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { refusal } from "../harness/client.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { added, articleBody, faultPaths, proposalBody, statuses, tagOf } from "./samples.ts";

const server = sharedServer();
const { user } = server;

const PATH = "/api/articles/pwa-request";
/** Columns that no endpoint shows yet. */
const hidden = statement((p: { oid: number }) =>
  sqlite
    .selectFrom("article")
    .select(["note", "invoiceNo", "buyDate", "currencyTypeId", "tenantId", "price"])
    .where("oid", "=", p.oid),
);

test("a proposal becomes an article without a code, Proposed, of the caller, with all given properties", async () => {
  const response = await user.post(PATH, {
    name: " New lamp ",
    note: "for the\nwindow",
    serialNo: "SER-1",
    articleCategoryID: 2,
    articleTypeID: 3,
    price: 1999.9,
    currencyTypeID: 2,
    invoiceNo: "2026/17",
    dtBuy: "2026-02-28",
  });
  expect(response.status).toBe(201);
  const { oid } = response.body;
  expect(response.body).toEqual({ oid });
  expect(response.headers.get("location")).toBe(`/api/articles/${oid}`);
  const detail = await user.get(`/api/articles/${oid}`);
  expect(tagOf(response)).toBe(tagOf(detail));
  expect(detail.body).toEqual({
    oid,
    code: null,
    name: "New lamp",
    category: { oid: 2, name: "Furniture" },
    type: { oid: 3, name: "Chair" },
    state: { oid: 3, name: "Proposed" },
    price: 1999.9,
    serialNumber: "SER-1",
    rfId: null,
    userId: 3,
    responsibleUserId: null,
    isDisposal: false,
    disposalDT: null,
  });
  expect(hidden.first(server.appliance.dependencies.storage.db, { oid })).toEqual({
    note: "for the\nwindow",
    invoiceNo: "2026/17",
    buyDate: "2026-02-28",
    currencyTypeId: 2,
    tenantId: 1,
    price: 19_999_000,
  });
});

test("an absent, null or empty property is stored as null, the price as 0", async () => {
  for (const other of [
    {},
    { note: null, serialNo: null, currencyTypeID: null, invoiceNo: null, dtBuy: null, userID: null },
    { note: "", serialNo: " ", invoiceNo: "", dtBuy: "" },
  ]) {
    const { oid } = (await user.post(PATH, proposalBody(other))).body;
    expect((await user.get(`/api/articles/${oid}`)).body).toMatchObject({
      serialNumber: null,
      userId: 3,
      price: 0,
    });
    expect(hidden.first(server.appliance.dependencies.storage.db, { oid })).toMatchObject({
      note: null,
      invoiceNo: null,
      buyDate: null,
      currencyTypeId: null,
    });
  }
});

test.each<[string, Record<string, unknown>, string[]]>([
  ["no name", { name: undefined }, ["name"]],
  [
    "no category and no type",
    { articleCategoryID: undefined, articleTypeID: null },
    ["articleCategoryID", "articleTypeID"],
  ],
  [
    "category, type and currency of another tenant",
    { articleCategoryID: 4, articleTypeID: 5, currencyTypeID: 3 },
    ["articleCategoryID", "articleTypeID", "currencyTypeID"],
  ],
  ["a price of five places", { price: 1.00001 }, ["price"]],
  ["a negative price", { price: -1 }, ["price"]],
  ["a null price", { price: null }, ["price"]],
  ["a day that there is not", { dtBuy: "2026-02-30" }, ["dtBuy"]],
  ["a day in another notation", { dtBuy: "28.2.2026" }, ["dtBuy"]],
  ["a time for a day", { dtBuy: "2026-02-28T00:00:00Z" }, ["dtBuy"]],
  ["a note of 4001 characters", { note: "x".repeat(4001) }, ["note"]],
])("%s is refused", async (_, sent, paths) => {
  const response = await user.post(PATH, proposalBody(sent));
  expect(refusal(response)).toEqual([400, ...paths]);
});

test.each<[string, string, unknown, number]>([
  ["a User for oneself", "user", 3, 201],
  ["a User for another", "user", 2, 403],
  ["a User for an unknown user", "user", 999, 403],
  ["a User for another tenant's user", "user", 7, 403],
  ["a Manager for a User", "manager", 3, 201],
  ["an Admin for a Manager", "admin", 2, 201],
  ["a Manager for an unknown user", "manager", 999, 400],
  ["a Manager for another tenant's user", "manager", 7, 400],
])("%s", async (_, who, userID, status) => {
  const client = await server.as(who);
  const response = await client.post(PATH, proposalBody({ userID }));
  expect(response.status).toBe(status);
  if (status === 400) expect(faultPaths(response)).toEqual(["userID"]);
  if (status === 201)
    expect((await client.get(`/api/articles/${response.body.oid}`)).body.userId).toBe(userID);
});

test("a missing permission is reported before wrong references", async () => {
  expect((await user.post(PATH, proposalBody({ userID: 2, articleCategoryID: 4 }))).status).toBe(403);
  expect((await user.post(PATH, proposalBody({ userID: 2, name: "" }))).status).toBe(400);
});

test("no property of the body sets state, code, tenant or author", async () => {
  const { oid } = (
    await user.post(
      PATH,
      proposalBody({ stateId: 1, code: "SNEAK", tenantId: 2, createdBy: "x", isDisposal: true, NOTE: "n" }),
    )
  ).body;
  const [article] = (await user.get(`/api/articles/findById?id=${oid}`)).body;
  expect(article).toMatchObject({ code: null, stateId: 3, createdBy: "user", isDisposal: false });
  expect(hidden.first(server.appliance.dependencies.storage.db, { oid })).toMatchObject({
    tenantId: 1,
    note: "n",
  });
});

test("of fifty concurrent proposals none exceeds the licence, and a deleted article makes room", async () => {
  const small = await startServer({ settings: { LICENCE_MAX_ASSETS: "507" } });
  const someone = small.user;
  const responses = await Promise.all(Array.from({ length: 50 }, () => someone.post(PATH, proposalBody())));
  expect(statuses(responses)).toEqual([...Array(7).fill(201), ...Array(43).fill(403)]);
  expect(responses.find(({ status }) => status === 403)?.body.message).toContain("507");
  expect((await someone.get("/api/articles")).body).toHaveLength(507);
  await small.manager.delete("/api/articles/9");
  expect(statuses(await Promise.all([1, 2].map(() => someone.post(PATH, proposalBody()))))).toEqual([
    201, 403,
  ]);
  expect(
    (await (await small.as("user2")).post(PATH, proposalBody({ articleCategoryID: 4, articleTypeID: 5 })))
      .status,
  ).toBe(201);
  await added(small.manager, "BY HAND");
  expect((await someone.post(PATH, proposalBody())).status).toBe(403);
});

test("a limit of 0 refuses every proposal, and no limit refuses none", async () => {
  const none = await startServer({ settings: { LICENCE_MAX_ASSETS: "0" } });
  expect((await none.admin.post(PATH, proposalBody())).status).toBe(403);
  expect((await none.admin.post("/api/articles", articleBody("ZERO"))).status).toBe(201);
  await none.restart({ LICENCE_MAX_ASSETS: "" });
  expect((await none.admin.post(PATH, proposalBody())).status).toBe(201);
});
