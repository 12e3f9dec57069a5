import { expect, test } from "vitest";
import { faultPaths, tagOf } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { LIST, RULES, refillSiteOn } from "./site.ts";

const site = refillSiteOn(sharedServer());

test("a rule has all its properties, at its URL and in the lists of its article and its location", async () => {
  const [articleId, locationId] = [await site.anArticle(), await site.aLocation()];
  const { status, body, headers } = await site.addRule(articleId, locationId, 10, 24);
  expect(status).toBe(201);
  expect(body).toEqual({
    ...{ oid: expect.any(Number), articleId, locationId, minimum: 10, target: 24 },
    article: { oid: articleId, code: expect.stringMatching(/^RF-/), name: expect.any(String), unit: null },
    location: { oid: locationId, name: expect.stringMatching(/^RF /), code: null },
  });
  const url = `${RULES}/${body.oid}`;
  expect(headers.get("location")).toBe(url);
  const everywhere = (await site.addRule(articleId, null, 3)).body;
  expect(everywhere).toMatchObject({ locationId: null, location: null, target: null });
  const read = await site.user.get(url);
  expect(read.body).toEqual(body);
  expect((await site.user.get(`${RULES}?articleId=${articleId}`)).body).toEqual([body, everywhere]);
  expect((await site.user.get(`${RULES}?locationId=${locationId}`)).body).toEqual([body]);
  expect((await site.user.get(`${RULES}?articleId=${articleId}&locationId=${locationId}`)).body).toEqual([
    body,
  ]);
  expect((await site.user.get(`${RULES}?after=${body.oid}`)).body).toEqual([everywhere]);

  const headersOf = { "If-Match": tagOf(read) };
  const changed = await site.manager.put(url, { minimum: 5 }, headersOf);
  expect(changed.body).toEqual({ ...body, minimum: 5, target: null });
  expect((await site.manager.put(url, { minimum: 6 }, headersOf)).status).toBe(412);
  expect((await site.manager.delete(url)).status).toBe(204);
  expect((await site.user.get(url)).status).toBe(404);
});

test.each<[string, object, number, string[]]>([
  ["an unknown article", { articleId: 999_999, minimum: 1 }, 400, ["articleId"]],
  ["another tenant's article", { articleId: 501, minimum: 1 }, 400, ["articleId"]],
  ["an unknown location", { articleId: 1, locationId: 999_999, minimum: 1 }, 400, ["locationId"]],
  ["no minimum", { articleId: 1, minimum: 0 }, 400, ["minimum"]],
  ["a minimum that is too large", { articleId: 1, minimum: 2 ** 31 }, 400, ["minimum"]],
  ["a target below the minimum", { articleId: 1, minimum: 5, target: 4 }, 400, ["target"]],
])("%s is refused", async (_, body, status, paths) => {
  const response = await site.manager.post(RULES, body);
  expect(response.status).toBe(status);
  expect(faultPaths(response)).toEqual(paths);
});

test("of concurrent rules of an article for one location one is added", async () => {
  const [articleId, locationId] = [await site.anArticle(), await site.aLocation()];
  for (const place of [locationId, null]) {
    const responses = await Promise.all([1, 2, 3].map((minimum) => site.addRule(articleId, place, minimum)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  }
});

test("rules go with their deleted article", async () => {
  const articleId = await site.anArticle();
  await site.addRule(articleId, null, 2);
  expect((await site.linesOf(articleId)).size).toBe(1);
  await site.manager.delete(`/api/articles/${articleId}`);
  expect((await site.user.get(`${RULES}?articleId=${articleId}`)).body).toEqual([]);
  expect((await site.linesOf(articleId)).size).toBe(0);
});

test("a cursor that is none is refused", async () => {
  for (const cursor of ["x", "e30", "WzFd"])
    expect((await site.user.get(`${LIST}?cursor=${cursor}`)).status).toBe(400);
});
