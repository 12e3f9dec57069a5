import { beforeAll, expect, test } from "vitest";
import { causeMessage } from "../../src/domain/audit-causes.ts";
import { englishText } from "../../src/domain/message.ts";
import { type Client, refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { article, check, errorsOf, imported } from "./uploads.ts";

let admin: Client;
const server = sharedServer();
beforeAll(async () => {
  admin = server.admin;
});

const apply = (client: Client, id: number) => client.put(`/api/imports/${id}/apply`);

test("an applied import creates the checked articles with their stock, categories and types", async () => {
  const file = [
    "Kód;Název;Kategorie;Typ;Stav;Cena;Sériové číslo;RFID;Uživatel;Odpovědná osoba;Umístění;Množství",
    "AP-1;Židle;Sedací nábytek;Kancelář;In use;1 234,50;SN 1;E200;user;Manager Demo;Hala 9 / Regál 1;3",
    "AP-2;Stůl;sedací NÁBYTEK;kancelář;;;;;;;Hala 9 / Regál 1;",
  ].join("\r\n");
  const { body: users } = await admin.get("/api/users");
  const [manager] = users.filter(({ userName }: { userName: string }) => userName === "manager");
  const done = await imported(admin, "articles", file.replace("Manager Demo", manager.fullName));
  expect(done).toMatchObject({ state: "applied", toCreate: 2, progress: { done: 2, total: 2 } });
  expect(await article(admin, "AP-1")).toMatchObject({
    ...{ name: "Židle", price: 1234.5, serialNumber: "SN 1", rfId: "E200", userId: 3 },
    ...{ category: { name: "Sedací nábytek" }, type: { name: "Kancelář" }, state: { name: "In use" } },
    ...{ responsibleUserId: manager.oid, stock: [["Regál 1", 3]] },
  });
  const second = await article(admin, "AP-2");
  expect(second).toMatchObject({
    category: { name: "Sedací nábytek" },
    state: { name: "In stock" },
    price: 0,
  });
  expect(second.stock).toEqual([["Regál 1", 1]]);
});

const historyOf = async (code: string) =>
  (await admin.get(`/api/audit?entity=article&entityId=${(await article(admin, code)).oid}`)).body;

test("the history of an article names the import and its user", async () => {
  const file = "Code,Name,Category,Type,Location,Quantity\nNAMED,x,y,z,Hall A / 1,2";
  const { id } = await imported(admin, "articles", file);
  const entry = { cause: `import ${id}`, user: { id: 1 } };
  expect(await historyOf("NAMED")).toMatchObject([entry, entry]);
});

test("the same file again changes nothing", async () => {
  const file = "Code,Name,Category,Type,Price,Location,Quantity\nAGAIN,x,y,z,1.5,Hall A / 1,2";
  await imported(admin, "articles", file);
  const entries = await historyOf("AGAIN");
  expect(await imported(admin, "articles", file)).toMatchObject({ toCreate: 0, toUpdate: 0, unchanged: 1 });
  expect(await historyOf("AGAIN")).toEqual(entries);
});

test("a new code that is an additional code of another article is an error of its row", async () => {
  const added = await admin.post("/api/articles/1/codes", { code: "4006381333931" });
  expect(added.status).toBe(201);
  const file = "Code,Name,Category,Type\n04006381333931,x,y,z";
  expect(await errorsOf(admin, "articles", file)).toEqual([
    [2, "Code", "already belongs to another article"],
  ]);
});

test("an empty cell and an absent column keep the stored value", async () => {
  await imported(admin, "articles", "Code,Name,Category,Type,Price,Serial number,User\nKEEP,x,y,z,5,S1,user");
  await imported(admin, "articles", "Code,Name,Serial number,User\nKEEP,new,,");
  const found = await article(admin, "KEEP");
  expect(found).toMatchObject({ name: "new", price: 5, serialNumber: "S1", userId: 3 });
});

test("when the data have changed since the check so that any row is wrong, no row is applied", async () => {
  const state = (await server.manager.post("/api/articlestates", { name: "On loan" })).body.oid;
  const rows = ["NEW-A,x,y,z,In stock", "NEW-B,x,y,z,On loan", "NEW-C,x,y,z,on LOAN"].join("\n");
  const { body } = await check(admin, "articles", `Code,Name,Category,Type,State\n${rows}`);
  expect(body.errors).toEqual([]);
  expect((await server.manager.delete(`/api/articlestates/${state}`)).status).toBe(204);
  const refused = await apply(admin, body.id);
  expect(refusal(refused)).toEqual([400, "rows.3.State", "rows.4.State"]);
  expect(await article(admin, "NEW-A")).toBe(null);
  const { body: failed } = await admin.get(`/api/imports/${body.id}`);
  expect(failed).toMatchObject({ state: "failed", errorCount: 2 });
  expect(failed.errors[0]).toMatchObject({ row: 3, column: "State" });
  // Put right, it can be applied after all.
  await server.manager.post("/api/articlestates", { name: "On loan" });
  const applied = await apply(admin, body.id);
  expect(applied.body).toMatchObject({ state: "applied", toCreate: 3, errorCount: 0, errors: [] });
});

test("an import is applied once, and one with errors never", async () => {
  const { body } = await check(admin, "articles", "Code,Name,Category,Type\nONCE,x,y,z");
  const responses = await Promise.all([apply(admin, body.id), apply(admin, body.id)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await apply(admin, body.id)).body.message).toBe("The import has been applied already.");
  const wrong = await check(admin, "articles", "Code,Price\nA000001,x\nA000002,1");
  const refused = await apply(admin, wrong.body.id);
  expect(refused.status).toBe(400);
  expect(refused.body.message).toBe(
    "The file has errors (1). Fix them, or import the valid rows only. Nothing was changed.",
  );
});

test("two imports at once are applied one after the other", async () => {
  const file = (code: string) => `Code,Name,Category,Type,Location\n${code},x,Shared new,z,Shared / new`;
  const two = await Promise.all([
    check(admin, "articles", file("TWO-1")),
    check(admin, "articles", file("TWO-2")),
  ]);
  const responses = await Promise.all(two.map(({ body }) => apply(admin, body.id)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const [one, other] = [await article(admin, "TWO-1"), await article(admin, "TWO-2")];
  expect(one.category).toEqual(other.category);
  const { body: locations } = await admin.get("/api/locations/findByName?name=Shared&filterOp=Equals");
  expect(locations.length).toBe(1);
});

test("another tenant's import is 404, and names refer to the tenant's own records alone", async () => {
  const { body } = await check(admin, "articles", "Code,Name,Category,Type\nMINE,x,y,z");
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/progress"],
    ["PUT", "/apply"],
    ["DELETE", ""],
  ] as const)
    expect((await server.admin2.send(method, `/api/imports/${body.id}${path}`, undefined)).status).toBe(404);
  expect((await server.admin2.get("/api/imports")).body).toEqual([]);
  const other = await check(server.admin2, "articles", "Code,Name,Category,Type,User\nA000001,x,y,z,user");
  expect(other.body.errors.map(({ column }: { column: string }) => column)).toEqual(["User"]);
  const own = await imported(server.admin2, "articles", "Code,Name,Category,Type\nA000001,x,y,z");
  expect(own.toCreate).toBe(1);
});

test("the limit of articles does not apply to an import", async () => {
  await server.restart({ LICENCE_MAX_ASSETS: "1" });
  admin = server.admin;
  expect(await imported(admin, "articles", "Code,Name,Category,Type\nOVER,x,y,z")).toMatchObject({
    toCreate: 1,
  });
});

test("an article at one location is moved, one at several changes by stock alone", async () => {
  await imported(admin, "articles", "Code,Name,Category,Type,Location,Quantity\nPL,x,y,z,Hall A,2");
  await imported(admin, "articles", "Code,Location\nPL,Hall B");
  expect((await article(admin, "PL")).stock).toEqual([["Hall B", 2]]);
  await imported(admin, "articles", "Code,Quantity\nPL,5");
  expect((await article(admin, "PL")).stock).toEqual([["Hall B", 5]]);
  await imported(admin, "stock", "Code,Location,Quantity\nPL,Hall A,1\nPL,Hall C,3");
  expect((await article(admin, "PL")).stock).toEqual([
    ["Hall B", 5],
    ["Hall C", 3],
    ["Hall A", 1],
  ]);
  await imported(admin, "articles", "Code,Location,Quantity\nPL,Hall C,4");
  expect((await article(admin, "PL")).stock[1]).toEqual(["Hall C", 4]);
  expect(await errorsOf(admin, "articles", "Code,Location,Quantity\nPL,Hall D,4")).toEqual([
    [
      2,
      "Location",
      "The article is at several locations (Hall B, Hall C, Hall A). Import stock to change them.",
    ],
  ]);
  expect(await errorsOf(admin, "articles", "Code,Quantity\nPL,4")).toEqual([
    [2, "Quantity", "needs a location in the same row"],
  ]);
});

test("an import may say that no pieces came or left: its stock is a correction of the records", async () => {
  await imported(admin, "articles", "Code,Name,Category,Type,Location,Quantity\nWRONG,x,y,z,Hall A / 1,2");
  const list = "Code,Location,Quantity\nWRONG,Hall A / 1,50";
  const { id } = (await check(admin, "articles", list)).body;
  expect((await admin.put(`/api/imports/${id}/apply?isCorrection=true`)).status).toBe(200);
  const { oid } = await article(admin, "WRONG");
  const { body } = await admin.get(`/api/stock-movements?articleId=${oid}&kind=correction`);
  const cause = `correction import ${id}`;
  expect(body).toMatchObject([{ kind: "correction", cause }]);
  const shown = causeMessage(cause, () => "today");
  expect(shown && englishText(shown)).toBe("Correction of the records: Import of today");
});
