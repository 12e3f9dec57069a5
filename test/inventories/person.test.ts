import { beforeAll, expect, test } from "vitest";
import type { InventoryItem } from "../../src/web/api/types/endpoints.d.ts";
import { pdfText } from "../harness/pdf.ts";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// A stocktake of one person's articles: those that the person has or is responsible for.

let warehouse: Warehouse;
let [PERSON, OTHER, IDLE] = [0, 0, 0];
const server = sharedServer();
const addPerson = async (userName: string): Promise<number> => {
  const user = { userName, firstName: "The", lastName: userName, roles: ["User"] };
  return (await server.admin.post("/api/users", user)).body.oid;
};
beforeAll(async () => {
  [PERSON, OTHER, IDLE] = [await addPerson("keeper"), await addPerson("other"), await addPerson("idle")];
  warehouse = createWarehouse(server);
  await warehouse.addLocation("Hall");
  await warehouse.addLocation("Shelf", "Hall");
  await warehouse.addLocation("Yard");
  await warehouse.article("HELD", { Hall: 1, Yard: 2 }, { userId: PERSON });
  await warehouse.article("KEPT", { Shelf: 3 }, { responsibleUserId: PERSON, userId: OTHER });
  await warehouse.article("OTHER", { Hall: 4 }, { userId: OTHER, responsibleUserId: OTHER });
  await warehouse.article("NOBODY", { Hall: 5 });
});

const create = (body: object) => warehouse.manager.post("/api/inventories", { name: "Handover", ...body });
const change = (id: number, body: object) => warehouse.manager.put(`/api/inventories/${id}`, body);
const prepare = (id: number) => warehouse.manager.put(`/api/inventories/${id}/prepare`);
const detail = async (id: number) => (await warehouse.manager.get(`/api/inventories/${id}`)).body;
/** The prepared items as `code location pieces`, in this order. */
async function items(id: number): Promise<string[]> {
  const { body } = await warehouse.manager.get(`/api/inventories/${id}/items`);
  const names = new Map(["Hall", "Shelf", "Yard"].map((name) => [warehouse.at(name), name]));
  return (body as InventoryItem[])
    .map(({ article, locationId, quantity }) => `${article.code} ${names.get(locationId ?? 0)} ${quantity}`)
    .toSorted();
}
async function prepared(body: object): Promise<number> {
  const { oid } = (await create(body)).body;
  expect((await prepare(oid)).status).toBe(200);
  return oid;
}

const errorsOf = ({ body }: { readonly body: { readonly errors: { path: string; message: string }[] } }) =>
  body.errors.map(({ path, message }) => `${path} ${message}`);

test("a person's stocktake counts exactly what the person has or is responsible for, where it is", async () => {
  const oid = await prepared({ personId: PERSON });
  expect(await items(oid)).toEqual(["HELD Hall 1", "HELD Yard 2", "KEPT Shelf 3"]);
  const person = { id: PERSON, fullName: "The keeper" };
  expect(await detail(oid)).toMatchObject({ inventoryStateId: 2, isSelective: true, person });
});

test("without a person of its own, an article is that of who is responsible for the nearest location", async () => {
  const keep = (name: string, responsibleUserId: number | null) => {
    const oid = warehouse.at(name);
    return warehouse.manager.put(`/api/locations/${oid}`, { oid, name, responsibleUserId });
  };
  for (const [name, person] of [
    ["Hall", OTHER],
    ["Yard", PERSON],
  ] as const)
    expect((await keep(name, person)).status).toBe(200);
  const oid = await prepared({ personId: OTHER });
  expect(await items(oid)).toEqual(["HELD Hall 1", "KEPT Shelf 3", "NOBODY Hall 5", "OTHER Hall 4"]);
  for (const name of ["Hall", "Yard"]) await keep(name, null);
});

const handover = (from: object) => ({
  ...{ purpose: "handover", decisiveDay: null, method: "physical", committee: [] },
  handover: { from, to: { name: "Eva Nová" } },
});

test("only the person whose articles are counted hands them over", async () => {
  const { oid } = (await create({ personId: PERSON })).body;
  const frame = (from: object) => warehouse.manager.put(`/api/inventories/${oid}/frame`, handover(from));
  for (const from of [{ userId: OTHER }, { name: "The keeper" }]) {
    const refused = await frame(from);
    expect(refused.status).toBe(400);
    expect(errorsOf(refused)).toEqual([
      "handover.from.userId must be The keeper, whose articles are counted",
    ]);
  }
  expect((await frame({ userId: PERSON })).status).toBe(200);
});

test("another person's articles are not counted than those of who hands over", async () => {
  const { oid } = (await create({ personId: PERSON })).body;
  await warehouse.manager.put(`/api/inventories/${oid}/frame`, handover({ userId: PERSON }));
  const refused = await change(oid, { personId: OTHER });
  expect(refused.status).toBe(400);
  expect(errorsOf(refused)).toEqual(["personId must be The keeper, who hands the articles over, or empty"]);
  expect((await change(oid, { personId: null })).status).toBe(200);
});

test("selected locations limit it, with those below them", async () => {
  const oid = await prepared({ personId: PERSON, locationIds: [warehouse.at("Hall")] });
  expect(await items(oid)).toEqual(["HELD Hall 1", "KEPT Shelf 3"]);
});

test("prepared again, it follows the person's articles, and has no others", async () => {
  const oid = await prepared({ personId: PERSON });
  const owner = (responsibleUserId: number) =>
    warehouse.manager.put(`/api/articles/${warehouse.id("KEPT")}/full`, { responsibleUserId });
  await owner(OTHER);
  expect((await prepare(oid)).status).toBe(200);
  expect(await items(oid)).toEqual(["HELD Hall 1", "HELD Yard 2"]);
  await owner(PERSON);
});

test("before it is prepared, the person can be changed and taken away", async () => {
  const { oid } = (await create({ personId: PERSON })).body;
  expect((await change(oid, { name: "Renamed" })).body.person).toMatchObject({ id: PERSON });
  expect((await change(oid, { personId: OTHER })).body.person).toMatchObject({ id: OTHER });
  expect((await change(oid, { personId: null })).body).toMatchObject({ person: null, isSelective: false });
  expect((await prepare(oid)).status).toBe(200);
  expect(await items(oid)).toContain("NOBODY Hall 5");
});

test("who has nothing there makes no stocktake, and an earlier preparation stays", async () => {
  await warehouse.article("LAST", { Yard: 6 }, { userId: IDLE });
  const oid = await prepared({ personId: IDLE });
  const article = `/api/articles/${warehouse.id("LAST")}/full`;
  expect((await warehouse.manager.put(article, { userId: null })).status).toBe(200);
  const refused = await prepare(oid);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "This person has no articles at the selected locations. Select other locations or another person.",
  ]);
  expect(await items(oid)).toEqual(["LAST Yard 6"]);
  expect(await detail(oid)).toMatchObject({ inventoryStateId: 2, job: null });
});

test.each([
  ["an unknown person", 99_999, "personId names no existing record"],
  ["a person that is no id", "three", "personId must be a number"],
])("%s is refused at the field", async (_, personId, error) => {
  const response = await create({ personId });
  expect(response.status).toBe(400);
  expect(errorsOf(response)).toEqual([error]);
});

test("the person of another company is refused at the field, also by a change", async () => {
  const { id: personId } = (await server.admin2.get("/api/me")).body;
  const { oid } = (await create({})).body;
  for (const response of [await create({ personId }), await change(oid, { personId })]) {
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual(["personId names no existing record"]);
  }
});

test("the audit and the report name the person", async () => {
  const oid = await prepared({ personId: PERSON });
  const { body: entries } = await server.admin.get(`/api/audit?entity=inventory&entityId=${oid}`);
  const changes = entries.flatMap((entry: { changes: object[] }) => entry.changes);
  expect(changes).toContainEqual(
    expect.objectContaining({ field: "countRule", after: expect.objectContaining({ personId: PERSON }) }),
  );
  await warehouse.move(oid, "start", "finish");
  const report = (format: string) => warehouse.manager.get(`/api/inventories/${oid}/report?format=${format}`);
  expect((await report("json")).body.inventory.person).toEqual({ id: PERSON, fullName: "The keeper" });
  expect(await pdfText((await report("pdf")).bytes)).toContain("Articles of a person The keeper");
});
