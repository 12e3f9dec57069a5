import { expect, test } from "vitest";
import { removeDeletedPhotos } from "../../src/photos/cleanup.ts";
import type { TestServer } from "../harness/server.ts";
import { createOperation } from "../inventories/count-requests.ts";
import { articleOf, createPrinter, done, rowsOf, startNewServer, tryAll } from "./sample-server.ts";

const PATH = "/api/sample";
/** Counters that do not depend on rows, the removals that followers of the articles get, and the history of jobs. */
const GOES_ON = {
  changeCounter: null,
  deletedArticle: null,
  job: null,
  jobInput: null,
  jobChange: null,
  changeEntry: null,
  outgoingEvent: null,
  noticeCursor: null,
};

/** Removes the files of deleted photos, as if no generation showed them. */
const removePhotos = ({ appliance: { dependencies } }: TestServer) =>
  removeDeletedPhotos({ ...dependencies.storage, removableBefore: () => "9999" }, dependencies.photos);

test("used in every way and removed, sample data leave every table unchanged", async () => {
  const { server, admin } = await startNewServer();
  const { oid: printerId } = await createPrinter(admin);
  done(await admin.post("/api/articlecategories", { name: "Mine" }));
  done(await admin.post("/api/locations", { name: "Mine" }));
  const before = rowsOf(server);
  done(await admin.post(PATH));
  await tryAll(admin, printerId);
  const there = done(await admin.get(PATH));
  expect(there).toMatchObject({ isThere: true, articles: 39, inventories: 1 });
  expect(there.onTop).toEqual({ inventories: 1, counts: 4, photos: 3, printRequests: 1, requests: 4 });
  expect((await admin.delete(PATH)).status).toBe(204);
  // Until a file was stored an hour ago it stays; a start forgets when.
  await server.restart();
  expect(await removePhotos(server)).toBe(3);
  expect({ ...rowsOf(server), ...GOES_ON }).toEqual({ ...before, ...GOES_ON });
});

test("no list, search, page or history returns removed sample data", async () => {
  const { server, admin } = await startNewServer();
  done(await admin.post(PATH));
  const drill = await articleOf(admin, "0001");
  expect(done(await admin.get("/api/articles/findByName?name=vrtacka"))).toHaveLength(3);
  done(await admin.delete(PATH));
  for (const path of [
    "articles",
    "articles/findByName?name=vrtacka",
    "articles/findByCode?code=SAMPLE-0001",
    "locations",
    "inventories?includeClosed=true",
    "printingformats",
  ])
    expect(done(await admin.get(`/api/${path}`)), path).toEqual([]);
  for (const path of ["articlecategories", "articletypes"])
    expect(JSON.stringify(done(await admin.get(`/api/${path}`)))).not.toMatch(/sample|ukázk/i);
  expect((await admin.get(`/api/articles/${drill}`)).status).toBe(404);
  const { body } = await admin.get("/api/audit");
  // The set-up is in the history; its changes of lists are initial values.
  const isOfSetUp = ({ user }: { user: unknown }) => user === null;
  expect(body.every(isOfSetUp)).toBe(true);
  await checkIndex(server);
});

/** Throws where the search index differs from the articles. */
const checkIndex = ({ appliance }: TestServer) =>
  appliance.dependencies.storage.write(1, (tx) => {
    const sql = "INSERT INTO articleSearch (articleSearch, rank) VALUES ('integrity-check', 1)";
    return tx.query({ sql, reads: [] }, []).run().changes;
  });

test("a client that follows the articles gets each removal once", async () => {
  const { admin } = await startNewServer();
  done(await admin.post(PATH));
  const whole = done(await admin.get("/api/articles/changes"));
  expect(whole.articles).toHaveLength(40);
  done(await admin.delete(PATH));
  const oids = whole.articles.map(({ oid }: { oid: number }) => oid);
  const removedOids: number[] = [];
  let since = whole.cursor;
  for (let hasMore = true; hasMore; ) {
    const part = done(await admin.get(`/api/articles/changes?limit=7&since=${since}`));
    expect(part).toMatchObject({ isWhole: false, articles: [] });
    removedOids.push(...part.deleted);
    ({ cursor: since, hasMore } = part);
  }
  expect(removedOids).toEqual(oids);
  const fresh = done(await admin.get("/api/articles/changes"));
  expect(fresh).toMatchObject({ isWhole: true, articles: [], deleted: [] });
});

test("a client that follows the sample stocktake gets a list without it, and 404", async () => {
  const { admin } = await startNewServer();
  done(await admin.post(PATH));
  const [{ oid }] = done(await admin.get("/api/inventories"));
  done(await admin.put(`/api/inventories/${oid}/prepare`));
  const { cursor, items } = done(await admin.get(`/api/inventories/${oid}/items?since=`));
  expect(items.length).toBeGreaterThan(5);
  done(await admin.delete(PATH));
  expect(done(await admin.get("/api/inventories"))).toEqual([]);
  expect((await admin.get(`/api/inventories/${oid}/items?since=${cursor}`)).status).toBe(404);
  const late = { operations: [createOperation({ itemId: items[0].oid, quantity: 1 })] };
  expect((await admin.post(`/api/inventories/${oid}/counts`, late)).status).toBe(404);
});

test("the numbers of own articles do not depend on sample data, which can be added again", async () => {
  const { admin } = await startNewServer();
  const articleCategoryID = done(await admin.post("/api/articlecategories", { name: "Mine" })).oid;
  const articleTypeID = done(await admin.post("/api/articletypes", { name: "Mine" })).oid;
  const addArticle = async () => {
    const wanted = { name: "Lampa", articleCategoryID, articleTypeID };
    const { oid } = done(await admin.post("/api/articles/pwa-request", wanted));
    done(await admin.put(`/api/articleproposals/${oid}/approve`, {}));
    return done(await admin.get(`/api/articles/${oid}`));
  };
  done(await admin.post(PATH));
  expect(await addArticle()).toMatchObject({ code: "A000001" });
  done(await admin.delete(PATH));
  const second = await addArticle();
  expect(second).toMatchObject({ code: "A000002" });
  for (const { oid } of done(await admin.get("/api/articles")))
    done(await admin.delete(`/api/articles/${oid}`));
  expect(done(await admin.post(PATH))).toMatchObject({ isThere: true, articles: 40, locations: 12 });
});
