import { afterAll, beforeAll, expect, test } from "vitest";
import { added } from "../articles/samples.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { sendOne } from "../inventories/count-requests.ts";
import { createWarehouse } from "../inventories/stocktake.ts";
import { untilEqual } from "./office.ts";
import { type Postgres, query, startPostgres } from "./postgres.ts";
import { createOffice, loginOf, type Office } from "./set-up.ts";

let postgres: Postgres;
let office: Office;
let brno: TestServer;
let praha: TestServer;
beforeAll(async () => {
  postgres = await startPostgres();
  office = await createOffice(postgres, "all_sites");
  const start = async (login: string) => {
    await query(office.url, `GRANT tallybox_reader TO ${loginOf(login)}`);
    return startServer({ settings: { HEAD_OFFICE_URL: login }, keep: true });
  };
  [brno, praha] = [await start(office.site), await start(await office.addLogin())];
  for (const [server, siteName] of [
    [brno, "Brno"],
    [praha, "Praha"],
  ] as const) {
    await server.admin.put("/api/settings", { siteName });
    await server.admin.put("/api/articles/1", { name: `Šroubovák ${siteName}`, code: "SHARED-1" });
    await untilEqual(office.url, server);
  }
});
afterAll(async () => {
  await Promise.all([brno.stop(), praha.stop()]);
  await postgres.remove();
});

test("an Admin sees all sites, and which is the own one", async () => {
  const { status, body } = await (await brno.as("admin")).get("/api/sites");
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { name: "Brno", isOwn: true, isLoading: false, isSilent: false },
    { name: "Praha", isOwn: false, isLoading: false, isSilent: false },
  ]);
  expect(Date.parse(body[1].currentAt)).toBeGreaterThan(0);
});

test("an article is found at every site by its code, and by words without accents", async () => {
  const admin = await brno.as("admin");
  const find = async (text: string) =>
    (await admin.get(`/api/sites/articles?text=${encodeURIComponent(text)}`)).body;
  const pieces = async (server: TestServer) =>
    (await server.manager.get("/api/articles/1/locations")).body.reduce(
      (sum: number, { quantity }: { quantity: number }) => sum + quantity,
      0,
    );
  const expected = [
    { siteName: "Brno", oid: 1, code: "SHARED-1", quantity: await pieces(brno) },
    { siteName: "Praha", oid: 1, code: "SHARED-1", quantity: await pieces(praha) },
  ];
  expect(await find("shared-1")).toMatchObject({ articles: expected, hasMore: false });
  expect((await find("sroubovak praha")).articles).toMatchObject([{ name: "Šroubovák Praha" }]);
  expect(await find("no such article 100%")).toEqual({ articles: [], hasMore: false });
  expect((await find("a")).articles).toHaveLength(100);
  expect((await find("a")).hasMore).toBe(true);
  expect((await admin.get("/api/sites/articles?text=%20")).status).toBe(400);
});

test("an article of another site has its unit", async () => {
  await (await praha.as("manager")).put("/api/articles/1/full", { unit: "kg" });
  await untilEqual(office.url, praha);
  const { body } = await (await brno.as("admin")).get("/api/sites/articles?text=shared-1");
  expect(body.articles.map(({ unit }: { unit: string | null }) => unit)).toEqual([null, "kg"]);
  const stock = await query(
    office.url,
    "SELECT s.unit FROM tallybox.stock_by_site s WHERE s.code = 'SHARED-1' AND s.site_name = 'Praha'",
  );
  expect(stock).toEqual([{ unit: "kg" }]);
});

test("a hundred articles are all, and a hundred and one have more", async () => {
  let next = 0;
  const find = async () => (await (await brno.as("admin")).get("/api/sites/articles?text=centenary")).body;
  const add = async (server: TestServer, count: number) => {
    const manager = await server.as("manager");
    for (let more = 0; more < count; more++) await added(manager, `CENTENARY-${next++}`);
    await untilEqual(office.url, server);
  };
  await add(brno, 60);
  await add(praha, 40);
  expect((await find()).articles).toHaveLength(100);
  expect((await find()).hasMore).toBe(false);
  await add(praha, 1);
  expect((await find()).hasMore).toBe(true);
});

test("the open stocktakes of every site are listed with what is counted", async () => {
  const { body } = await (await praha.as("admin")).get("/api/sites/stocktakes");
  const sites = new Set(body.map(({ siteName }: { siteName: string }) => siteName));
  expect(sites).toEqual(new Set(["Brno", "Praha"]));
  const { body: own } = await (await praha.as("manager")).get("/api/inventories/3");
  expect(body).toContainEqual(
    expect.objectContaining({ siteName: "Praha", oid: 3, name: own.name, inventoryStateId: 3 }),
  );
});

test("an unexpected item counts for nothing in the progress of a stocktake", async () => {
  const { addLocation, article, at, stocktake } = createWarehouse(praha);
  await addLocation("shelf");
  await article("EXPECTED", { shelf: 1 });
  await article("EXTRA", {});
  const id = await stocktake(["shelf"]);
  await sendOne(praha.user, id, { code: "EXTRA", locationId: at("shelf"), quantity: 1 });
  await untilEqual(office.url, praha);
  const progress = "SELECT items, counted FROM tallybox.open_stocktakes WHERE stocktake = $1";
  expect(await query(office.url, progress, [id])).toEqual([{ items: "1", counted: "0" }]);
  const { body } = await (await brno.as("admin")).get("/api/sites/stocktakes");
  expect(body.filter(({ oid }: { oid: number }) => oid === id)).toMatchObject([{ items: 1, counted: 0 }]);
});

/** The statuses of the pages of all sites for this user. */
async function statusesOf(userName: string): Promise<readonly number[]> {
  const client = await brno.as(userName);
  const paths = ["/api/sites", "/api/sites/articles?text=a", "/api/sites/stocktakes"];
  return Promise.all(paths.map(async (path) => (await client.get(path)).status));
}
const allow = (allSitesRoles: readonly string[]) => brno.admin.put("/api/settings", { allSitesRoles });

test("Managers see other sites where an Admin allows it", async () => {
  const permission = async () => (await brno.manager.get("/api/sites/permission")).body.isPermitted;
  expect(await statusesOf("manager")).toEqual([403, 403, 403]);
  expect(await permission()).toBe(false);
  await allow(["Admin", "Manager"]);
  expect(await statusesOf("manager")).toEqual([200, 200, 200]);
  expect(await permission()).toBe(true);
  await allow(["Admin"]);
});

test("users and other tenants never see other sites", async () => {
  await allow(["Admin", "Manager"]);
  expect(await statusesOf("user")).toEqual([403, 403, 403]);
  expect(await statusesOf("admin2")).toEqual([403, 403, 403]);
  await allow(["Admin"]);
});

test("a site to which the head office does not show the others says so, and what is missing there", async () => {
  const login = await office.addLogin();
  const server = await startServer({ settings: { HEAD_OFFICE_URL: login } });
  await untilEqual(office.url, server);
  for (const path of ["/api/sites", "/api/sites/articles?text=a", "/api/sites/stocktakes"]) {
    const { status, body } = await server.admin.get(path);
    expect([path, status]).toEqual([path, 403]);
    expect(body.message).toContain("tallybox_reader");
  }
  expect((await server.admin.get("/api/sites/permission")).body).toEqual({ isPermitted: false });
  await query(office.url, `GRANT tallybox_reader TO ${loginOf(login)}`);
  await server.restart();
  await untilEqual(office.url, server);
  expect((await server.admin.get("/api/sites")).body).toHaveLength(3);
  await server.halt();
  await query(office.url, "DELETE FROM tallybox.site WHERE login = $1", [loginOf(login)]);
});

test("while the head office is away, the pages of all sites say so and nothing else fails", async () => {
  await postgres.kill();
  const admin = await brno.as("admin");
  const { status, body } = await admin.get("/api/sites");
  expect(status).toBe(502);
  expect((await admin.get("/api/sites/permission")).body).toEqual({ isPermitted: true });
  expect(JSON.stringify(body)).toContain("The database does not answer.");
  expect((await admin.get("/api/articles/1")).status).toBe(200);
  await postgres.start();
  await expect.poll(async () => (await admin.get("/api/sites")).status).toBe(200);
});

test("without a head office there are no sites", async () => {
  const admin = await (await startServer()).as("admin");
  expect((await admin.get("/api/sites")).body).toEqual([]);
  expect((await admin.get("/api/sites/articles?text=a")).body).toEqual({ articles: [], hasMore: false });
  expect((await admin.get("/api/sites/stocktakes")).body).toEqual([]);
});
