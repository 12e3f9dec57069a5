import { expect, test } from "vitest";
import { type ApiResponse, refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { article, check, imported } from "./uploads.ts";

const server = sharedServer();
const { admin } = server;

const recheck = (id: number, options: object) => admin.put(`/api/imports/${id}`, options);
const apply = (id: number, query = "") => admin.put(`/api/imports/${id}/apply${query}`);
type Cause = Record<string, unknown> & { id: string };
const cause = ({ causes }: ApiResponse["body"], id: string): Cause | undefined =>
  causes.find((one: Cause) => one.id === id);

const HEADER = "Code,Name,Category,Type,State,Price,User,Location,Quantity";

test("errors are grouped by cause, with their values, similar values and the possible decisions", async () => {
  await imported(admin, "users", "User name,First name,Last name,Roles\nhorak,Karel,Horák,User");
  const rows = [
    "G1,Chair,Seats,,In stock,1,Karel Horak ml.,,",
    "G2,Chair,Seats,,Stored,x,nobody,,",
    "G3,Chair,Seats,,Stored,y,nobody,,",
    "G3,Chair,Seats,Stool,,x,,,",
  ];
  const { body } = await check(admin, "articles", `${HEADER}\n${rows.join("\n")}`);
  expect(body).toMatchObject({ errorCount: 12, errorRows: 4, validRows: 0, toCreate: 0 });
  expect(cause(body, "type.missing")).toMatchObject({
    ...{ field: "type", kind: "missing", message: "Type is missing.", rows: 3, firstRows: [2, 3, 4] },
    ...{ values: [], valueCount: 0, actions: ["replace", "leaveOut"], decision: null, isResolved: false },
  });
  expect(cause(body, "user.unknown")).toMatchObject({
    ...{ kind: "unknown", message: "This user does not exist.", rows: 3, valueCount: 2 },
    actions: ["create", "replace", "empty", "leaveOut"],
    values: [
      { value: "nobody", rows: 2, suggestions: [] },
      { value: "Karel Horak ml.", rows: 1, suggestions: ["Karel Horák"] },
    ],
  });
  expect(cause(body, "price.invalid.must-be-a-number")).toMatchObject({
    ...{ kind: "invalid", rows: 3, valueCount: 2 },
    values: [
      { value: "x", rows: 2 },
      { value: "y", rows: 1 },
    ],
  });
  expect(cause(body, "code.duplicate")).toMatchObject({ rows: 1, actions: ["leaveOut"] });
  expect(body.errors).toContainEqual({
    ...{ row: 2, column: "Type", message: "Type is missing." },
    ...{ value: null, cause: "type.missing" },
  });
  expect(body.errors).toContainEqual({
    ...{ row: 3, column: "Price", message: "must be a number" },
    ...{ value: "x", cause: "price.invalid.must-be-a-number" },
  });
  const czech = await admin.get(`/api/imports/${body.id}`, { "Accept-Language": "cs" });
  expect(cause(czech.body, "type.missing")?.["message"]).toBe("Chybí údaj „Typ“.");
});

const OTHER = "Code,Name,Category,Type,State,Old state";
const STATES = [
  "A1,Chair,Seats,Stool,Stored,Mended",
  "A2,Chair,Seats,Stool,Stored,Lost",
  "A3,Chair,Seats,Stool,,",
];
const STATE = { cause: "state.unknown", action: "replace", to: "In use" } as const;

test("a decision that the server has shown belongs to its column, and is dropped where another column has the field", async () => {
  const { body } = await check(admin, "articles", `${OTHER}\n${STATES.join("\n")}`);
  const decided = (await recheck(body.id, { decisions: [STATE] })).body;
  expect(cause(decided, "state.unknown")).toMatchObject({ isResolved: true });
  const columns = ["code", "name", "category", "type", null, "state"].map((field, column) => ({
    column,
    field,
  }));
  const moved = (await recheck(body.id, { ...decided.options, columns })).body;
  expect(moved.options.decisions).toEqual([]);
  expect(cause(moved, "state.unknown")).toMatchObject({
    ...{ decision: null, isResolved: false },
    values: [{ value: "Mended" }, { value: "Lost" }],
  });
});

test("a decision is dropped where the file is read as another kind, and not where another column changes", async () => {
  const { body } = await check(admin, "articles", `${OTHER}\n${STATES.join("\n")}`);
  const { options } = (await recheck(body.id, { product: "none", decisions: [STATE] })).body;
  const others = ["code", null, "category", "type", "state", null].map((field, column) => ({
    column,
    field,
  }));
  expect((await recheck(body.id, { ...options, columns: others })).body.options.decisions).toEqual(
    options.decisions,
  );
  const asSemicolons = (await recheck(body.id, { ...options, headerRow: 2 })).body;
  expect(asSemicolons.options.decisions).toEqual([]);
});

test("a decision is dropped where the file is no longer that of a product, although the same column has the field", async () => {
  const file = "Asset Tag,Model,Checked Out,Status\nS1,Dell,,Mended\nS2,Dell,,Odd";
  const { body } = await check(admin, "articles", file);
  expect(body.product).toBe("snipe-it");
  const { options } = (await recheck(body.id, { decisions: [STATE] })).body;
  const columns = ["code", "name", null, "state"].map((field, column) => ({ column, field }));
  const own = (await recheck(body.id, { ...options, product: "none", columns })).body;
  expect([own.options.decisions, cause(own, "state.unknown")?.["isResolved"]]).toEqual([[], false]);
});

test("a decision is dropped where the file is read in another encoding", async () => {
  const { body } = await check(
    admin,
    "articles",
    "Code,Name,Category,Type,State\nE1,Chair,Seats,Stool,Půjčeno",
  );
  const { options } = (await recheck(body.id, { decisions: [STATE] })).body;
  const other = (await recheck(body.id, { ...options, encoding: "windows-1250" })).body;
  expect([other.options.decisions, cause(other, "state.unknown")?.["isResolved"]]).toEqual([[], false]);
});

test("a decision for the file of another import is not one for this file", async () => {
  const first = (await check(admin, "articles", `${OTHER}\n${STATES.join("\n")}`)).body;
  const [stamped] = (await recheck(first.id, { decisions: [STATE] })).body.options.decisions;
  const second = (await check(admin, "articles", `${OTHER}\n${STATES.join("\n")}`)).body;
  const taken = (await recheck(second.id, { decisions: [stamped] })).body;
  expect([taken.options.decisions, cause(taken, "state.unknown")?.["isResolved"]]).toEqual([[], false]);
  const own = (await recheck(second.id, { decisions: [STATE] })).body;
  expect(cause(own, "state.unknown")).toMatchObject({ isResolved: true });
});

test("numbers that are thousands or decimals are read in one way by one decision, or a value of them in the other", async () => {
  const rows = ["TH1;12,50;2", "TH2;1.250;1.500 ks", "TH3;3.400 Kč;1", "TH4;-2.100;1", "TH5;7,125;1"];
  const table = rows.map((row) => `${row};Chair;Seats;Stool;Depot`).join("\n");
  const { body } = await check(
    admin,
    "articles",
    `Code;Price;Quantity;Name;Category;Type;Location\n${table}`,
  );
  const id = "price.invalid.can-be-read-in-two-ways-as-thousands-or-as-decimals";
  const pieces = id.replace("price", "quantity");
  expect(cause(body, id)).toMatchObject({
    ...{ rows: 4, isResolved: false },
    actions: ["asThousands", "asDecimals", "replace", "empty", "leaveOut"],
  });
  expect(cause(body, pieces)?.["actions"]).toEqual(["asThousands", "replace", "empty", "leaveOut"]);
  const decisions = [
    { cause: id, action: "asThousands" },
    { cause: id, value: "7,125", action: "asDecimals" },
    { cause: pieces, action: "asThousands" },
  ];
  const decided = (await recheck(body.id, { decisions })).body;
  // A price is never negative, in neither reading.
  expect(cause(decided, id)).toMatchObject({ isResolved: false, decision: { action: "asThousands" } });
  expect(decided.errors).toMatchObject([{ row: 5, column: "Price", value: "-2.100" }]);
  await apply(body.id, "?validRows=true");
  const prices = ["TH1", "TH2", "TH3", "TH5"].map(async (code) => (await article(admin, code)).price);
  expect(await Promise.all(prices)).toEqual([12.5, 1250, 3400, 7.125]);
  expect((await article(admin, "TH2")).stock).toEqual([["Depot", 1500]]);
});

test("a decision applies to all rows of a cause, another one to a value of it, and both stay listed", async () => {
  const rows = [
    "D1,Chair,Seats,,Stored,x,nobody,,",
    "D2,Chair,Seats,,Stored,y,Novotná Jana,,",
    "D3,Chair,Seats,Stool,In use,x,nobody,,",
    "D4,Chair,Seats,Stool,Lost,1,,,",
  ];
  const { body: first } = await check(admin, "articles", `${HEADER}\n${rows.join("\n")}`);
  const decisions = [
    { cause: "type.missing", action: "replace", to: "Furniture" },
    { cause: "state.unknown", action: "create" },
    { cause: "state.unknown", value: "Lost", action: "leaveOut" },
    { cause: "price.invalid.must-be-a-number", action: "empty" },
    { cause: "price.invalid.must-be-a-number", value: "y", action: "replace", to: "7,50" },
    { cause: "user.unknown", value: "nobody", action: "replace", to: "manager" },
    { cause: "user.unknown", value: "Novotná Jana", action: "create" },
  ];
  const { body } = await recheck(first.id, { decisions });
  expect(body).toMatchObject({ errors: [], validRows: 3, errorRows: 0, leftOut: 1 });
  expect(body.made.states).toEqual({ count: 1, names: ["Stored"] });
  expect(body.made.users).toEqual({ count: 1, names: ["Novotná Jana"] });
  expect(cause(body, "type.missing")).toMatchObject({
    ...{ rows: 2, decision: { action: "replace", to: "Furniture" }, isResolved: true },
  });
  expect(cause(body, "state.unknown")).toMatchObject({
    ...{ rows: 3, decision: { action: "create" }, isResolved: true },
  });
  expect((await apply(body.id)).status).toBe(200);
  expect(await article(admin, "D1")).toMatchObject({
    ...{ type: { name: "Furniture" }, state: { name: "Stored" }, price: 0 },
  });
  const { body: users } = await admin.get("/api/users?q=novotn");
  expect(users).toMatchObject([
    {
      ...{ userName: "jana.novotna", fullName: "Jana Novotná", roles: ["User"] },
      ...{ isActive: false, hasPassword: false, hasPin: false },
    },
  ]);
  expect(await article(admin, "D2")).toMatchObject({ price: 7.5, userId: users[0].id ?? users[0].oid });
  expect(await article(admin, "D4")).toBe(null);
});

test("missing categories are created unless they are matched to others or left out", async () => {
  await imported(admin, "articles", "Code,Name,Category,Type\nK0,x,Existing,T");
  const rows = ["K1,x,Exixting,T", "K2,x,Exixting,T", "K3,x,Odd,T", "K4,x,New,T", "K5,x,new,T"];
  const { body: first } = await check(admin, "articles", `Code,Name,Category,Type\n${rows.join("\n")}`);
  expect(first).toMatchObject({ errors: [], made: { categories: { count: 3 } } });
  expect(cause(first, "category.unknown")).toMatchObject({
    ...{ rows: 5, valueCount: 4, isResolved: true, decision: null },
    values: expect.arrayContaining([{ value: "Exixting", rows: 2, suggestions: ["Existing"] }]),
  });
  const decisions = [
    { cause: "category.unknown", value: "Exixting", action: "replace", to: "Existing" },
    { cause: "category.unknown", value: "Odd", action: "leaveOut" },
  ];
  const { body } = await recheck(first.id, { decisions });
  expect(body.made.categories).toEqual({ count: 1, names: ["New"] });
  await apply(body.id);
  expect((await article(admin, "K2")).category.name).toBe("Existing");
  expect(await article(admin, "K3")).toBe(null);
  expect((await article(admin, "K5")).category.name).toBe("New");
});

test("defaults and decisions for missing values never overwrite stored ones", async () => {
  await imported(admin, "articles", `${HEADER}\nW1,Chair,Seats,Stool,In use,5,user,Hall W,2`);
  const { body: first } = await check(admin, "articles", "Code,Name\nW1,\nW2,\nW3,Desk");
  const defaults = { category: "Things", type: "Thing", state: "In use", price: "9", location: "Hall V" };
  const decisions = [{ cause: "name.missing", action: "replace", to: "Unnamed" }];
  const { body } = await recheck(first.id, { defaults, decisions });
  expect(body).toMatchObject({ errors: [], toCreate: 2, unchanged: 1 });
  await apply(body.id);
  expect(await article(admin, "W1")).toMatchObject({ name: "Chair", price: 5, stock: [["Hall W", 2]] });
  expect(await article(admin, "W2")).toMatchObject({
    ...{ name: "Unnamed", price: 9, state: { name: "In use" }, stock: [["Hall V", 1]] },
  });
  expect(await article(admin, "W3")).toMatchObject({ name: "Desk", category: { name: "Things" } });
});

test("the valid rows are imported, and those with errors are left out and counted", async () => {
  const rows = ["V1,x,c,t,,1,,,", "V2,x,Only wrong,t,,abc,,,", "V3,x,c,t,,3,,,"];
  const { body } = await check(admin, "articles", `${HEADER}\n${rows.join("\n")}`);
  expect(body).toMatchObject({ errorRows: 1, validRows: 2, toCreate: 2 });
  expect((await apply(body.id)).status).toBe(400);
  const { status, body: done } = await apply(body.id, "?validRows=true");
  expect(status).toBe(200);
  expect(done).toMatchObject({ state: "applied", toCreate: 2, leftOut: 1, errorRows: 1, validRows: 2 });
  expect(await article(admin, "V1")).not.toBe(null);
  expect(await article(admin, "V2")).toBe(null);
  const { body: categories } = await admin.get("/api/articlecategories");
  expect(categories.map(({ name }: { name: string }) => name)).not.toContain("Only wrong");
  expect((await admin.get(`/api/imports/${body.id}/errors`)).text).toContain("V2,x,Only wrong,t,,abc");
});

test("when the data have changed so that a valid row is wrong now, no row is imported", async () => {
  const state = (await server.manager.post("/api/articlestates", { name: "Borrowed" })).body.oid;
  const rows = ["N1,x,c,t,,1,,,", "N2,x,c,t,Borrowed,2,,,", "N3,x,c,t,,wrong,,,"];
  const { body } = await check(admin, "articles", `${HEADER}\n${rows.join("\n")}`);
  await server.manager.delete(`/api/articlestates/${state}`);
  const refused = await apply(body.id, "?validRows=true");
  expect(refusal(refused)).toEqual([400, "rows.3.State"]);
  expect(await article(admin, "N1")).toBe(null);
  const { body: failed } = await admin.get(`/api/imports/${body.id}`);
  expect(failed).toMatchObject({ state: "failed", errorCount: 1, errors: [{ row: 3, column: "State" }] });
  const again = await recheck(body.id, {});
  expect(again.body).toMatchObject({ state: "checked", errorRows: 2, validRows: 1 });
  expect((await apply(body.id, "?validRows=true")).body).toMatchObject({ toCreate: 1, leftOut: 2 });
});

test("an import without a valid row can't be applied", async () => {
  const { body } = await check(admin, "articles", "Code,Price\nA000001,x");
  const refused = await apply(body.id, "?validRows=true");
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "There are no rows to import. Nothing was changed.",
  ]);
});

test("stock: unknown articles are left out, and a missing location is filled in", async () => {
  const { body: first } = await check(
    admin,
    "stock",
    "Code,Location,Quantity\nA000001,,4\nnone,Hall S,1\nA000002,Hall S,",
  );
  const ids = first.causes.map(({ id }: Cause) => id);
  expect(ids).toEqual(expect.arrayContaining(["location.missing", "code.unknown", "quantity.missing"]));
  const decisions = [
    { cause: "location.missing", action: "replace", to: "Hall S" },
    { cause: "code.unknown", action: "leaveOut" },
    { cause: "quantity.missing", action: "replace", to: "1" },
  ];
  const { body } = await recheck(first.id, { decisions });
  expect(body).toMatchObject({ errors: [], leftOut: 1, validRows: 2 });
  await apply(body.id);
  expect((await article(admin, "A000001")).stock).toContainEqual(["Hall S", 4]);
  expect((await article(admin, "A000002")).stock).toContainEqual(["Hall S", 1]);
});

test("users: a duplicate is left out, missing roles are filled in, and secrets are not shown", async () => {
  const file =
    "User name,First name,Last name,Roles,Password\nu1,A,B,,short\nU1,A,B,User,\nu2,C,D,,long enough";
  const { body: first } = await check(admin, "users", file);
  expect(JSON.stringify(first)).not.toMatch(/short|long enough/);
  expect(cause(first, "password.invalid.must-have-at-least-8-characters")).toMatchObject({
    ...{ values: [], valueCount: 0, actions: ["empty", "leaveOut"] },
  });
  const decisions = [
    { cause: "userName.duplicate", action: "leaveOut" },
    { cause: "roles.missing", action: "replace", to: "User" },
    { cause: "password.invalid.must-have-at-least-8-characters", action: "empty" },
  ];
  const { body } = await recheck(first.id, { decisions });
  expect(body).toMatchObject({ errors: [], toCreate: 2, leftOut: 1 });
});

test("users: a column that is named like a secret shows no value, whatever its field", async () => {
  const columns = JSON.stringify({ "PIN-code": null });
  const { body } = await check(admin, "users", "User name,PIN-code\nu3,8264", { columns });
  expect(body.columns[1]).toMatchObject({ header: "PIN-code", field: null, samples: [] });
  expect(JSON.stringify(body)).not.toMatch(/8264/);
});

test("of very many different values a few are reported, and all rows are counted", async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => `M${index},x,c,t,,p${index},,,`);
  const { body } = await check(admin, "articles", `${HEADER}\n${rows.join("\n")}`);
  const prices = cause(body, "price.invalid.must-be-a-number");
  expect(prices).toMatchObject({ rows: 12_000, valueCount: 10_000 });
  expect([prices?.["values"], prices?.["firstRows"]].map((all) => (all as unknown[]).length)).toEqual([
    100, 20,
  ]);
});

test("a decision about a price stays when the column or the separator of locations changes", async () => {
  const file = "Code,Name,Category,Type,Price,Where\nL1,x,c,t,dear,Hall - A";
  const { body: first } = await check(admin, "articles", file);
  const decisions = [{ cause: "price.invalid.must-be-a-number", action: "empty" }];
  const { body: decided } = await recheck(first.id, { decisions });
  expect(decided.errors).toEqual([]);
  const columns = ["code", "name", "category", "type", "price", "location"].map((field, column) => ({
    column,
    field,
  }));
  const { body: mapped } = await recheck(first.id, { ...decided.options, columns });
  expect([mapped.levels, mapped.errors]).toEqual(["slash", []]);
  const { body } = await recheck(first.id, { ...mapped.options, levels: "dash" });
  expect([body.levels, body.errors]).toEqual(["dash", []]);
});

test("the preview names a person that the import creates in each row as the file does", async () => {
  const rows = ["P-1,Chair,Seats,Stool,Jörg Weiß", "P-2,Chair,Seats,Stool,Weiß Jörg"];
  const { body } = await check(admin, "articles", `Code,Name,Category,Type,User\n${rows.join("\n")}`);
  const { body: decided } = await recheck(body.id, {
    decisions: [{ cause: "user.unknown", action: "create" }],
  });
  const users = decided.preview.create.map(
    ({ changes }: { changes: { column: string; after: string }[] }) =>
      changes.find(({ column }) => column === "User")?.after,
  );
  expect(users).toEqual(["Jörg Weiß", "Jörg Weiß"]);
});
