import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { fold, nameKey } from "../../src/domain/text-folding.ts";
import { xlsxFile } from "../../src/platform/tables/xlsx-write.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { article, check, errorsOf, imported } from "./uploads.ts";

const server = sharedServer();
const { admin } = server;

const addState = statement((p: { name: string; nameKey: string; nameFolded: string; change: number }) =>
  sqlite
    .insertInto("articleState")
    .values({ tenantId: 1, name: p.name, nameKey: p.nameKey, nameFolded: p.nameFolded, change: p.change }),
);

const logsIn = async (userName: string, password: string) =>
  (await server.anonymous.post("/api/pwa-auth/login-password", { userName, password })).status;

test("stock sets the quantity at each location, adds locations, and removes those with 0", async () => {
  await imported(admin, "articles", "Code,Name,Category,Type\nST,x,y,z");
  const file =
    "Code,Location,Quantity\nST,Main building / Ground floor / Archiv,4\nst-none,Here,1\nST,New hall,2";
  expect(await errorsOf(admin, "stock", file)).toEqual([
    [3, "Code", "The article with the code st-none does not exist."],
  ]);
  await imported(admin, "stock", file.replace("st-none,Here,1\n", ""));
  expect((await article(admin, "ST")).stock).toEqual([
    ["Archiv", 4],
    ["New hall", 2],
  ]);
  const done = await imported(admin, "stock", "Code,Location,Quantity\nST,new HALL,0\nST,Main building/x,1");
  expect(done).toMatchObject({ toUpdate: 1, toCreate: 1 });
  expect((await article(admin, "ST")).stock).toEqual([
    ["Archiv", 4],
    ["Main building/x", 1],
  ]);
  expect(await errorsOf(admin, "stock", "Code,Location,Quantity\nST,Here,1\nST,here,2\nST,,\n")).toEqual([
    [3, "Location", 'is the same as in row 2, but Quantity is "2" here and "1" there'],
    [4, "Location", "is required"],
    [4, "Quantity", "is required"],
  ]);
});

test("locations are created with all above them, in any order, and keep their codes", async () => {
  const done = await imported(
    admin,
    "locations",
    ["Path,Code", "East / Floor 1 / 101,E101", "East,E", "West // North,WN", "East / Floor 1,"].join("\n"),
  );
  expect(done).toMatchObject({ toCreate: 4, toUpdate: 0, made: { locations: { count: 0, names: [] } } });
  const below = await imported(admin, "locations", "Path\nEAST / Yard / 1 / A\nEast / Yard / 1");
  expect(below.made.locations).toEqual({ count: 1, names: ["East / Yard"] });
  const { body } = await admin.get("/api/locations");
  const named = (name: string) => body.find((one: { name: string }) => one.name === name);
  expect(named("East")).toMatchObject({ code: "E", parentLocationId: null });
  expect(named("Floor 1")).toMatchObject({ code: null, parentLocationId: named("East").oid });
  expect(named("101")).toMatchObject({ code: "E101", parentLocationId: named("Floor 1").oid });
  expect(named("West / North")).toMatchObject({ code: "WN", parentLocationId: null });
  const changed = await imported(admin, "locations", "Path,Code\nEAST / floor 1 / 101,E-101\nEast,");
  expect(changed).toMatchObject({ toUpdate: 1, unchanged: 1, toCreate: 0 });
  expect((await admin.get(`/api/locations/${named("101").oid}`)).body).toMatchObject({
    code: "E-101",
    name: "101",
  });
  expect(await errorsOf(admin, "locations", "Path,Code\nEast,E\neast,F\n,")).toEqual([
    [3, "Path", 'is the same as in row 2, but Code is "F" here and "E" there'],
  ]);
});

test("siblings with the same name are distinguished by code, and by the existing stock", async () => {
  const twins: number[] = [];
  for (const code of ["T1", "T2"])
    twins.push((await server.manager.post("/api/locations", { name: "Twin", code })).body.oid);
  const same = await imported(admin, "locations", "Path,Code\nTwin,T2\nTwin,T1");
  expect(same).toMatchObject({ unchanged: 2, toCreate: 0, toUpdate: 0 });
  expect(await errorsOf(admin, "locations", "Path,Code\nTwin,T3\nTwin / Below,B")).toEqual([
    [2, "Code", 'Several locations are named "Twin", none of them with this code.'],
    [3, "Path", 'Several locations are named "Twin".'],
  ]);
  const stock = [{ locationId: twins[1] as number, quantity: 2 }];
  await server.manager.put("/api/articles/1/locations", { locations: stock });
  const { code } = (await server.manager.get("/api/articles/1")).body;
  expect(await imported(admin, "stock", `Code,Location,Quantity\n${code},Twin,2`)).toMatchObject({
    unchanged: 1,
  });
  expect(await imported(admin, "articles", `Code,Location\n${code},Twin`)).toMatchObject({ unchanged: 1 });
  expect(await errorsOf(admin, "stock", "Code,Location,Quantity\nA000002,Twin,2")).toEqual([
    [2, "Location", 'Several locations are named "Twin".'],
  ]);
});

test("of a global and an own record with one name, the one that an article already has is used", async () => {
  const name = "In USE";
  // An own record may be older than the global one of the same name.
  const own = await server.appliance.dependencies.storage.write(
    1,
    (tx) => addState.run(tx, { name, nameKey: nameKey(name), nameFolded: fold(name), change: tx.change }).oid,
  );
  const fields = { name: "x", typeId: 1, categoryId: 1 };
  for (const stateId of [1, own]) {
    const code = `STATE-${stateId}`;
    expect((await admin.post("/api/articles", { ...fields, code, stateId })).status).toBe(201);
    const { body } = await check(admin, "articles", `Code,State\n${code},In use`);
    expect(body).toMatchObject({ errors: [], unchanged: 1 });
  }
});

test("of two users with one full name, the user name decides", async () => {
  const names = "User name,First name,Last name,Roles\nsame1,Same,Name,User\nsame2,Same,Name,User";
  await imported(admin, "users", names);
  expect(await errorsOf(admin, "articles", "Code,User\nA000001,Same Name\nA000002,SAME2")).toEqual([
    [2, "User", 'Several users are named "Same Name". Use the user name.'],
  ]);
});

test("users are imported with their secrets, which are hashed and shown nowhere", async () => {
  const file = [
    "Uživatelské jméno;Jméno;Příjmení;Role;Heslo;PIN;Aktivní",
    "novak;Jan;Novák;Manager, User;tajne-heslo;826415;ano",
    "svobodova;Eva;Svobodová;user;;;ne",
  ].join("\r\n");
  const { body } = await check(admin, "users", file);
  expect(body).toMatchObject({ errors: [], toCreate: 2 });
  expect(JSON.stringify(body)).not.toMatch(/tajne-heslo|826415/);
  const applied = await admin.put(`/api/imports/${body.id}/apply`);
  expect(applied.status).toBe(200);
  expect(applied.text).not.toMatch(/tajne-heslo|826415|argon2/);
  expect(await logsIn("NOVAK", "tajne-heslo")).toBe(200);
  const { body: users } = await admin.get("/api/users?q=jan%20nov");
  expect(users[0]).toMatchObject({
    ...{ userName: "novak", fullName: "Jan Novák", roles: ["Manager", "User"] },
    ...{ isActive: true, hasPassword: true, hasPin: true },
  });
  const again = file.replace("tajne-heslo;826415", ";").replace("Novák", "Nováček");
  expect(await imported(admin, "users", again)).toMatchObject({ toUpdate: 1, unchanged: 1 });
  expect(await logsIn("novak", "tajne-heslo")).toBe(200);
});

test.each([
  ["a name of another tenant's user", "user2,a,b,User,,", [2, "User name", "is taken"]],
  ["no roles for a new one", "n1,a,b,,,", [2, "Roles", "Roles is missing."]],
  ["a role that does not exist", "n1,a,b,Boss,,", [2, "Roles", "must be one of: Admin, Manager, User"]],
  ["a short password", "n1,a,b,User,short,", [2, "Password", "must have at least 8 characters"]],
  ["a PIN of letters", "n1,a,b,User,,abcd", [2, "PIN", "must be 4 to 6 digits"]],
  ["an easy PIN", "n1,a,b,User,,2580", [2, "PIN", expect.stringContaining("easy to guess")]],
  ["a common password", "n1,a,b,User,password1,", [2, "Password", expect.stringContaining("very common")]],
  [
    "a short PIN of a Manager",
    "n1,a,b,Manager,,8264",
    [2, "PIN", "must have 6 digits for a Manager or Admin"],
  ],
  ["neither yes nor no", "n1,a,b,User,,,perhaps", [2, "Active", "must be yes or no"]],
  [
    "the last Admin demoted",
    "admin,,,User,,",
    [2, null, "This is the last active administrator with a password. Add another one first."],
  ],
  [
    "the last Admin deactivated",
    "ADMIN,,,,,,no",
    [2, null, "This is the last active administrator with a password. Add another one first."],
  ],
] as const)("users: %s", async (_, row, error) => {
  const file = `User name,First name,Last name,Roles,Password,PIN,Active\n${row}`;
  expect(await errorsOf(admin, "users", file)).toEqual([error]);
});

test("the last Admin may be removed when a row above adds another one who can log in", async () => {
  const otherServer = await startServer();
  const first = otherServer.admin;
  const file = (secret: string) =>
    `User name,First name,Last name,Roles,Password\nboss,B,B,Admin,${secret}\nadmin,,,User,`;
  expect((await check(first, "users", file(""))).body.errorCount).toBe(1);
  expect(await imported(first, "users", file("long enough"))).toMatchObject({ toCreate: 1, toUpdate: 1 });
  expect((await first.get("/api/imports")).status).toBe(403);
});

test("a PIN that is a number in the workbook may have lost its zeros, and is refused", async () => {
  const columns = ["User name", "PIN"].map((title) => ({ title }));
  const file = await buffer(xlsxFile([{ name: "A", columns, rows: [["user", 1234]] }]));
  expect(await errorsOf(admin, "users", file)).toEqual([
    [2, "PIN", "must be text, because a number loses its leading zeros"],
  ]);
});

test("a row with quantity 0 changes nothing of an article without stock, and names no location that it does not get", async () => {
  const row = (location: string, quantity: number) =>
    `Code,Name,Category,Type,Location,Quantity\nZERO,x,y,z,${location},${quantity}`;
  await imported(admin, "articles", row("Zero hall", 0));
  expect(await imported(admin, "articles", row("Zero hall", 0))).toMatchObject({ toUpdate: 0, unchanged: 1 });
  await imported(admin, "articles", row("Zero hall", 2));
  const { body } = await check(admin, "articles", row("Another hall", 0));
  expect(body.preview.update[0].changes).toEqual([
    { column: "Location", before: "Zero hall", after: null },
    { column: "Quantity", before: "2", after: "0" },
  ]);
});

test("the preview says that a new Manager loses a short PIN", async () => {
  await imported(admin, "users", "User name,First name,Last name,Roles,PIN\nshort,S,P,User,8264");
  const { body } = await check(admin, "users", 'User name,Roles\nshort,"Manager, User"');
  expect(body.preview.update[0].changes).toEqual([
    { column: "Roles", before: "User", after: "Manager, User" },
    { column: "pin", before: "•••", after: null },
  ]);
  await admin.put(`/api/imports/${body.id}/apply`);
  expect((await admin.get("/api/users?q=short")).body[0]).toMatchObject({ hasPin: false });
});

test("the preview of a new location has its code", async () => {
  const { body } = await check(admin, "locations", "Path,Code\nCoded / 1,C1");
  expect(body.preview.create[0].changes).toEqual([
    { column: "Path", before: null, after: "Coded / 1" },
    { column: "Code", before: null, after: "C1" },
  ]);
});

test("the names of locations are not read as levels", async () => {
  for (const name of ["L>1", "L>2"]) await server.manager.post("/api/locations", { name });
  const named = await check(admin, "locations", "Path\nL>1\nL>2");
  expect(named.body).toMatchObject({ toCreate: 0, levels: "slash" });
  const tree = "Path\nM > 1\nM > 2\nM";
  await imported(admin, "locations", tree);
  expect((await check(admin, "locations", tree)).body).toMatchObject({ toCreate: 0, levels: "greater" });
});
