import { expect, test } from "vitest";
import { oids } from "../articles/samples.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { siteOn } from "./warehouse.ts";

const PATH = "/api/articledisposals";

const site = siteOn(sharedServer());

const ask = (as: Client, articleId: number) => as.post(PATH, { articleId });
const addDisposal = async (as: Client): Promise<{ oid: number }> =>
  (await ask(as, await site.anArticleAt({}))).body;

/** A request of a User and one of a Manager. */
const ofBoth = async () => ({ own: await addDisposal(site.user), others: await addDisposal(site.manager) });

test("a User sees only their own requests", async () => {
  const { own, others } = await ofBoth();
  expect((await site.user.get(`${PATH}/${others.oid}`)).status).toBe(403);
  expect((await site.user.get(`${PATH}?userId=2`)).status).toBe(403);
  expect(oids(await site.user.get(PATH))).toContain(own.oid);
  expect(oids(await site.user.get(PATH))).not.toContain(others.oid);
});

test("a Manager sees all requests", async () => {
  const { own, others } = await ofBoth();
  expect(oids(await site.manager.get(PATH))).toEqual(expect.arrayContaining([own.oid, others.oid]));
});

test("a User withdraws only their own requests, and an Admin any", async () => {
  const { own, others } = await ofBoth();
  expect((await site.user.delete(`${PATH}/${others.oid}`)).status).toBe(403);
  for (const [as, { oid }] of [
    [site.user, own],
    [site.admin, others],
  ] as const) {
    expect((await as.delete(`${PATH}/${oid}`)).status).toBe(204);
    expect((await site.manager.get(`${PATH}/${oid}`)).status).toBe(404);
  }
});

test("the list is filtered by state, article and user, newest first, a hundred per page", async () => {
  const own = await startServer();
  const [boss, someone] = [own.manager, await own.as("both")];
  const states = async (query: string) =>
    (await boss.get(`${PATH}${query}`)).body.map(({ state }: { state: string }) => state);
  expect(await states("")).toEqual(["approved", "waiting", "waiting", "waiting"]);
  expect(await states("?state=WAITING")).toEqual(["waiting", "waiting", "waiting"]);
  expect(await states("?state=approved&userId=3")).toEqual(["approved"]);
  expect(await states("?state=rejected")).toEqual([]);
  expect(await states("?userId=999")).toEqual([]);
  expect((await boss.get(`${PATH}?state=open`)).status).toBe(400);
  for (let articleId = 100; articleId < 200; articleId++) await ask(someone, articleId);
  const first = await boss.get(`${PATH}?userId=4`);
  expect(first.body).toHaveLength(100);
  const rest = await boss.get(`${PATH}?before=${oids(first).at(-1)}`);
  expect(oids(rest)).toEqual([4, 3, 2, 1]);
  const ofOne = (response: ApiResponse) =>
    response.body.map(({ articleId }: { articleId: number }) => articleId);
  expect(ofOne(await boss.get(`${PATH}?articleId=150`))).toEqual([150]);
  await boss.delete("/api/articles/150");
  expect(await states("?articleId=150&state=obsolete")).toEqual(["obsolete"]);
  expect(await states("?articleId=150&state=waiting")).toEqual([]);
});
