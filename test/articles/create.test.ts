import { expect, test } from "vitest";
import { refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { added, articleBody, statuses, tagOf } from "./samples.ts";

const server = sharedServer();
const { manager } = server;

test("the 201 has the whole article in the list's shape, with the URL and the tag of its detail", async () => {
  const before = Date.now();
  const response = await manager.post("/api/articles", {
    ...articleBody("NEW-1"),
    price: 12.5,
    serialNumber: "S1",
    rfId: "R1",
    userId: 3,
    responsibleUserId: 2,
    isDisposal: true,
  });
  expect(response.status).toBe(201);
  const { oid, createdDT, modifiedDT, ...others } = response.body;
  expect(others).toEqual({
    code: "NEW-1",
    name: "Article NEW-1",
    categoryId: 1,
    typeId: 1,
    stateId: 2,
    price: 12.5,
    serialNumber: "S1",
    rfId: "R1",
    userId: 3,
    responsibleUserId: 2,
    isDisposal: true,
    disposalDT: null,
    disposalMethodId: null,
    disposalReasonId: null,
    createdBy: "manager",
    modifiedBy: "manager",
  });
  expect(createdDT).toBe(modifiedDT);
  expect(createdDT).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Date.parse(createdDT)).toBeGreaterThanOrEqual(before);
  expect(response.headers.get("location")).toBe(`/api/articles/${oid}`);
  const detail = await manager.get(`/api/articles/${oid}`);
  expect(tagOf(detail)).toBe(tagOf(response));
  expect(detail.body).toEqual({
    oid,
    code: "NEW-1",
    name: "Article NEW-1",
    category: { oid: 1, name: "IT equipment" },
    type: { oid: 1, name: "Notebook" },
    state: { oid: 2, name: "In stock" },
    price: 12.5,
    serialNumber: "S1",
    rfId: "R1",
    userId: 3,
    responsibleUserId: 2,
    isDisposal: true,
    disposalDT: null,
  });
  const list = await manager.get("/api/articles");
  expect(list.body.find((article: { oid: number }) => article.oid === oid)).toEqual(response.body);
});

test("a property that a new article leaves out is null, false or 0", async () => {
  expect(await added(manager, "BARE-1")).toMatchObject({
    price: 0,
    serialNumber: null,
    rfId: null,
    userId: null,
    responsibleUserId: null,
    isDisposal: false,
  });
});

test.each<[string, Record<string, unknown>, object]>([
  ["text is trimmed", { name: "  A \t", rfId: " x\n" }, { name: "A", rfId: "x" }],
  [
    "empty text counts as null where null may be",
    { serialNumber: " ", rfId: "" },
    { serialNumber: null, rfId: null },
  ],
  ["serialNo is serialNumber", { serialNo: "S9" }, { serialNumber: "S9" }],
  ["serialNo in another case", { SERIALNO: "S9" }, { serialNumber: "S9" }],
  ["both names with one value", { serialNo: "S9", serialNumber: "S9" }, { serialNumber: "S9" }],
  [
    "names in another case",
    { RFID: "R", UserID: 3, isdisposal: true },
    { rfId: "R", userId: 3, isDisposal: true },
  ],
  ["a global state", { stateId: 3 }, { stateId: 3 }],
  ["a name of 200 characters", { name: "ž".repeat(200) }, { name: "ž".repeat(200) }],
  ["an inactive user", { userId: 5 }, { userId: 5 }],
  [
    "columns that no body may set",
    {
      tenantId: 2,
      createdBy: "x",
      modifiedBy: "x",
      deleted: true,
      oid: 7,
      change: 1,
      nameFolded: "z",
      disposalDT: "2020-01-01T00:00:00Z",
    },
    { createdBy: "manager", modifiedBy: "manager", disposalDT: null },
  ],
])("%s", async (scenario, sent, shown) => {
  const article = await added(manager, scenario, sent);
  expect(article).toMatchObject(shown);
  expect(article.oid).toBeGreaterThan(500);
  expect((await manager.get(`/api/articles/${article.oid}`)).status).toBe(200);
});

test.each<[string, Record<string, unknown>, string[]]>([
  ["no name", { name: undefined }, ["name"]],
  ["a name of blanks", { name: "  " }, ["name"]],
  ["a name of 201 characters", { name: "x".repeat(201) }, ["name"]],
  ["no code", { code: undefined }, ["code"]],
  ["a null code", { code: null }, ["code"]],
  ["an empty code", { code: "" }, ["code"]],
  ["no category", { categoryId: undefined }, ["categoryId"]],
  ["a null type", { typeId: null }, ["typeId"]],
  ["no state", { stateId: undefined }, ["stateId"]],
  ["a null flag", { isDisposal: null }, ["isDisposal"]],
  ["a flag as text", { isDisposal: "true" }, ["isDisposal"]],
  ["half an id", { categoryId: 1.5 }, ["categoryId"]],
  ["a category of another tenant", { categoryId: 4 }, ["categoryId"]],
  ["a type of another tenant", { typeId: 5 }, ["typeId"]],
  ["a state that is not there", { stateId: 99 }, ["stateId"]],
  ["a user of another tenant", { userId: 7 }, ["userId"]],
  ["a responsible user of another tenant", { responsibleUserId: 6 }, ["responsibleUserId"]],
  ["a user that is not there", { userId: 0 }, ["userId"]],
  [
    "every reference wrong",
    { categoryId: 4, typeId: 5, stateId: -1, userId: 7, responsibleUserId: 6 },
    ["categoryId", "typeId", "stateId", "userId", "responsibleUserId"],
  ],
  ["all wrong at once", { name: 5, code: [], price: "one", rfId: {} }, ["code", "name", "price", "rfId"]],
  ["a control character in the tag", { rfId: "a\u0001" }, ["rfId"]],
  ["two serial numbers that differ", { serialNo: "a", serialNumber: "b" }, ["serialNo"]],
])("%s is refused, and the error names the field", async (scenario, sent, paths) => {
  const response = await manager.post("/api/articles", articleBody(`refused ${scenario}`, sent));
  expect(refusal(response)).toEqual([400, ...paths]);
  expect((await manager.get("/api/articles/findByCode?filterOp=StartsWith&code=refused")).body).toEqual([]);
});

test("a price that is too high is refused with the highest one", async () => {
  const response = await manager.post("/api/articles", articleBody("dear", { price: 100_000_000_000 }));
  expect(response.status).toBe(400);
  expect(response.body.message).toBe('"price" must be at most 99,999,999,999.9999.');
});

test.each<[string, string]>([
  ["0", "0"],
  ["-0", "0"],
  ["7", "7"],
  ["0.1", "0.1"],
  ['"12.5"', "12.5"],
  ["19.99", "19.99"],
  ["0.0001", "0.0001"],
  ["1.2345", "1.2345"],
  ["1e2", "100"],
  ["1234567.8901", "1234567.8901"],
  ["99999999999.9999", "99999999999.9999"],
])("a price of %s is stored exactly", async (sent, shown) => {
  const body = JSON.stringify(articleBody(`PRICE ${sent}`)).replace("}", `,"price":${sent}}`);
  const response = await manager.send("POST", "/api/articles", body, { "Content-Type": "application/json" });
  expect(response.status).toBe(201);
  expect(response.body.price).toBe(Number(shown));
  expect((await manager.get(`/api/articles/${response.body.oid}`)).body.price).toBe(Number(shown));
});

test.each([
  "-1",
  "-0.0001",
  "0.00001",
  "1.23456",
  "99999999999.99995",
  "100000000000",
  "1e400",
  '"5,0"',
  "null",
  "true",
  "[1]",
])("a price of %s is refused", async (sent) => {
  const body = JSON.stringify(articleBody(`NO PRICE ${sent}`)).replace("}", `,"price":${sent}}`);
  const response = await manager.send("POST", "/api/articles", body, { "Content-Type": "application/json" });
  expect(refusal(response)).toEqual([400, "price"]);
});

test("a code is unique in the tenant, compared exactly, and of twenty concurrent requests for it one succeeds", async () => {
  await added(manager, "Dup");
  const taken = await manager.post("/api/articles", articleBody(" Dup "));
  expect(refusal(taken)).toEqual([409, "code"]);
  expect(taken.body.message).toContain("Dup");
  expect(await added(manager, "dup")).toMatchObject({ code: "dup" });
  const other = server.admin2;
  expect((await other.post("/api/articles", articleBody("Dup", { categoryId: 4, typeId: 5 }))).status).toBe(
    201,
  );
  const racing = await Promise.all(
    Array.from({ length: 20 }, () => manager.post("/api/articles", articleBody("RACE"))),
  );
  expect(statuses(racing)).toEqual([201, ...Array(19).fill(409)]);
});

test("a wrong reference is reported before a duplicate code", async () => {
  expect((await manager.post("/api/articles", articleBody("A000001", { categoryId: 4 }))).status).toBe(400);
});
