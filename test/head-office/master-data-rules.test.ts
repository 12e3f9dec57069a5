import { expect, test } from "vitest";
import { BULK_EDIT } from "../articles/bulk-edit.ts";
import { articleBody, faultPaths, proposalBody } from "../articles/samples.ts";
import { eventually } from "../harness/eventually.ts";
import { startServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { articleOf, officeStatus, own, startCutOffSite, wholeBody } from "./master.ts";

// The rule for fields that the head office owns, at a site whose line is down.

const CODE = "A000001";

/** A site at which the head office owns name and category of an article, and this article. */
async function ownedSite() {
  const server = await startCutOffSite();
  const { manager } = server;
  const article = await articleOf(manager, CODE);
  await own(server, CODE, { name: article.name, category: article.category.name });
  return { server, manager, article, path: `/api/articles/${article.oid}` };
}

test("an edit of an owned field is refused, names the field, and changes nothing", async () => {
  const { manager, article, path } = await ownedSite();
  for (const [body, faults] of [
    [{ name: "Other", price: 77 }, ["name"]],
    [{ categoryId: 2 }, ["categoryId"]],
    [{ code: "OTHER" }, ["code"]],
    [{ name: "Other", categoryId: 2 }, ["name", "categoryId"]],
  ] as const)
    for (const end of ["", "/full"]) {
      const response = await manager.put(`${path}${end}`, body);
      expect(response.status).toBe(400);
      expect(faultPaths(response)).toEqual(faults);
      expect(response.body.message).toContain("is owned by the head office");
    }
  expect((await manager.get(`${path}/full`)).body).toEqual({
    ...article,
    ownedFields: ["code", "name", "category"],
  });
});

test("a whole record with the same values passes, and so do the other fields", async () => {
  const { manager, article, path } = await ownedSite();
  for (const end of ["", "/full"]) {
    const response = await manager.put(`${path}${end}`, { ...wholeBody(article), price: 12.5 });
    expect(response.status, response.text).toBe(200);
    expect(response.body).toMatchObject({ price: 12.5, name: article.name });
  }
});

test("only the fields that have a value are owned, besides the code", async () => {
  const { server, manager, article, path } = await ownedSite();
  await own(server, CODE, { name: article.name });
  expect((await manager.put(path, { categoryId: 2 })).status).toBe(200);
  expect(faultPaths(await manager.put(path, { name: "Other" }))).toEqual(["name"]);
  await own(server, CODE, {});
  expect((await manager.put(path, { name: "Other" })).status).toBe(200);
  expect(faultPaths(await manager.put(path, { code: "OTHER" }))).toEqual(["code"]);
  expect((await manager.get(`${path}/full`)).body.ownedFields).toEqual(["code"]);
});

test("values that have not been applied yet do not keep a whole record from being saved", async () => {
  const { server, manager, article, path } = await ownedSite();
  await own(server, CODE, { name: "New name", category: "New category" });
  expect((await manager.put(path, { ...wholeBody(article), price: 3 })).status).toBe(200);
  expect(faultPaths(await manager.put(path, { name: "Third name" }))).toEqual(["name"]);
  expect((await manager.put(path, { name: "New name" })).status).toBe(200);
});

test("a new article with an owned code must have the owned values", async () => {
  const { server, manager } = await ownedSite();
  await own(server, "HO-1", { name: "Pump", category: "it EQUIPMENT" });
  for (const path of ["/api/articles", "/api/articles/full"]) {
    const refused = await manager.post(path, articleBody("HO-1", { name: "Pomp", categoryId: 2 }));
    expect(refused.status).toBe(400);
    expect(faultPaths(refused)).toEqual(["name", "categoryId"]);
    expect(refused.body.errors[0].message ?? refused.text).toContain("Pump");
  }
  expect((await manager.post("/api/articles", articleBody("HO-1", { name: "Pump" }))).status).toBe(201);
  // Codes compare exactly.
  expect((await manager.post("/api/articles", articleBody("ho-1"))).status).toBe(201);
});

test("an article that gets an owned code must have the owned values, a proposal too", async () => {
  const { server, manager } = await ownedSite();
  await own(server, "HO-2", { name: "Pump" });
  const { oid } = (await manager.post("/api/articles", articleBody("MINE"))).body;
  expect(faultPaths(await manager.put(`/api/articles/${oid}`, { code: "HO-2" }))).toEqual(["name"]);
  const proposed = (await manager.post("/api/articles/pwa-request", proposalBody())).body.oid;
  const approve = `/api/articleproposals/${proposed}/approve`;
  const refused = await manager.put(approve, { code: "HO-2" });
  expect([refused.status, faultPaths(refused)]).toEqual([400, ["name"]]);
  expect((await manager.put(`/api/articles/${oid}`, { code: "HO-2", name: "Pump" })).status).toBe(200);
});

test("codes that the server assigns leave out those of the head office", async () => {
  const { server, manager } = await ownedSite();
  const { code } = (await manager.get("/api/articles/next-code")).body;
  await own(server, code, { name: "Pump" });
  const added = await manager.post("/api/articles/full", { ...articleBody("x"), code: null });
  expect(added.status, added.text).toBe(201);
  expect(added.body.code).not.toBe(code);
});

test("a bulk edit refuses the article, with its stock, and changes the others", async () => {
  const { manager, article, path } = await ownedSite();
  const { oid } = article;
  const stock = (await manager.get(`${path}/locations`)).body;
  const response = await manager.put(BULK_EDIT, {
    ids: [oid, oid + 1],
    changes: { categoryId: article.category.oid === 2 ? 1 : 2, locationId: 6 },
  });
  expect(response.body).toMatchObject({ changed: 1, refused: 1, refusals: [{ oid }] });
  expect(response.body.refusals[0].reason).toContain("is owned by the head office");
  expect((await manager.get(`${path}/locations`)).body).toEqual(stock);
});

test("an import reports the rows that would change an owned field, and new ones with other values", async () => {
  const { server, article } = await ownedSite();
  await own(server, "HO-3", { name: "Pump", category: "Pumps" });
  const rows = [
    `${CODE};Other;Other category;${article.type.name}`,
    `HO-3;Pomp;Pumps;${article.type.name}`,
    `A000002;Free;Other category;${article.type.name}`,
  ];
  const { body } = await check(server.admin, "articles", ["Code;Name;Category;Type", ...rows].join("\n"));
  expect(body.errors.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
    [2, "Name"],
    [2, "Category"],
    [3, "Name"],
  ]);
  const same = [
    `${CODE};${article.name};${article.category.name};${article.type.name}`,
    `HO-3;Pump;PUMPS;${article.type.name}`,
  ];
  const fine = await check(server.admin, "articles", ["Code;Name;Category;Type", ...same].join("\n"));
  expect(fine.body.errors).toEqual([]);
  // The head office takes the name while the import waits.
  await own(server, "HO-3", { name: "Pumpe", category: "Pumps" });
  const applied = await server.admin.put(`/api/imports/${fine.body.id}/apply`);
  expect(applied.status, applied.text).toBe(400);
  expect(await articleOf(server.admin, "HO-3")).toBe(null);
});

test("an owned category keeps its name: it can't be renamed or merged, but hidden, and written in other case", async () => {
  const { manager, article } = await ownedSite();
  const { oid, name } = article.category;
  const path = `/api/articlecategories/${oid}`;
  const renamed = await manager.put(path, { name: "Other" });
  expect([renamed.status, faultPaths(renamed)]).toEqual([400, ["name"]]);
  const merged = await manager.put(`${path}/merge`, { into: oid === 2 ? 1 : 2 });
  expect([merged.status, faultPaths(merged)]).toEqual([400, ["into"]]);
  expect(merged.body.message).toContain("head office");
  expect((await manager.put(path, { name: name.toUpperCase(), isHidden: true })).status).toBe(200);
});

test("an undo leaves articles whose former values the head office does not permit", async () => {
  const server = await startCutOffSite();
  const { manager } = server;
  const first = await articleOf(manager, CODE);
  const categoryId = first.category.oid === 2 ? 1 : 2;
  const ids = [first.oid, first.oid + 1];
  const job = await startJob(manager, BULK_EDIT, { ids, changes: { categoryId, stateId: 3 } });
  await endOf(manager, job);
  const now = await articleOf(manager, CODE);
  await own(server, CODE, { category: now.category.name });
  await manager.put(`${job}/undo`);
  const { result } = await endOf(manager, job);
  expect(result).toMatchObject({ leftCount: 1, left: [{ table: "article", reason: "owned" }] });
  expect((await articleOf(manager, CODE)).category).toEqual(now.category);
});

test("the head office owns no field of another tenant's article with the code", async () => {
  const { server } = await ownedSite();
  const { admin2 } = server;
  const [theirs] = (await admin2.get("/api/articles")).body;
  await own(server, theirs.code, { name: "Pump" });
  expect((await admin2.put(`/api/articles/${theirs.oid}`, { name: "Theirs" })).status).toBe(200);
});

test("an article with owned fields can be deleted", async () => {
  const { manager, path } = await ownedSite();
  expect((await manager.delete(path)).status).toBe(204);
});

test("ownership stays in force after a restart, and ends when there is no head office any more", async () => {
  const { server, path } = await ownedSite();
  const rename = async () => server.manager.put(path, { name: "Other" });
  await server.restart();
  expect((await rename()).status).toBe(400);
  await eventually(async () => expect((await officeStatus(server)).masterData).toMatchObject({ owned: 1 }));
  await server.restart({ HEAD_OFFICE_URL: "" });
  expect((await rename()).status).toBe(200);
  expect((await server.manager.get(`${path}/full`)).body.ownedFields).toEqual([]);
});

test("without a head office nothing is owned", async () => {
  const server = await startServer();
  expect((await articleOf(server.manager, CODE)).ownedFields).toEqual([]);
  expect((await server.manager.put("/api/articles/1", { name: "Other" })).status).toBe(200);
  expect((await officeStatus(server)).masterData).toBe(null);
});
