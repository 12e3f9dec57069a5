import { expect, test } from "vitest";
import { addArticle } from "../../src/articles/article.ts";
import { principalOf } from "../../src/demo/people.ts";
import { cursorText, parseCursor } from "../../src/http/endpoint/cursor.ts";
import type { ArticleChanges } from "../../src/web/api/types/endpoints.d.ts";
import { type Client, refusal } from "../harness/client.ts";
import { plansOf } from "../harness/query-plans.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { added, articleBody, oids } from "./samples.ts";

const PATH = "/api/articles/changes";

const server = sharedServer();
const { manager, user } = server;

async function since(cursor: string | null, limit?: number, as: Client = user): Promise<ArticleChanges> {
  const query = new URLSearchParams({
    ...(cursor !== null && { since: cursor }),
    ...(limit !== undefined && { limit: String(limit) }),
  });
  const response = await as.get(`${PATH}?${query}`);
  expect(response.status).toBe(200);
  return response.body;
}
const ids = ({ articles }: ArticleChanges) => articles.map(({ oid }) => oid);

test("without a cursor all articles come in parts", async () => {
  const all = oids(await user.get("/api/articles"));
  let part = await since(null, 100);
  expect(part).toMatchObject({ isWhole: true, hasMore: true, deleted: [] });
  const got = ids(part);
  while (part.hasMore) {
    part = await since(part.cursor, 100);
    expect(part.isWhole).toBe(false);
    got.push(...ids(part));
  }
  expect([...got].sort((a, b) => a - b)).toEqual([...all].sort((a, b) => a - b));
  expect(got).toHaveLength(all.length);
  expect(await since(part.cursor)).toEqual({ ...part, articles: [] });
  expect((await since("")).isWhole).toBe(true);
});

test("with a cursor only changed and removed articles come", async () => {
  const { cursor } = await since(null, 10_000);
  const article = await added(manager, "CHANGES-1");
  await manager.put("/api/articles/7", { name: "Other" });
  await manager.delete("/api/articles/8");
  const after = await since(cursor);
  expect(after).toMatchObject({ isWhole: false, hasMore: false, deleted: [8] });
  expect(ids(after)).toEqual([article.oid, 7]);
  expect(after.articles[0]).toEqual({ ...article, codes: [] });
  expect((await since(after.cursor)).articles).toEqual([]);
});

test("a cursor of another server, or of the future, returns everything again", async () => {
  const { cursor } = await since(null, 10_000);
  const other = await startServer({ from: server.folder });
  const someone = other.user;
  const anew = await since(cursor, 10_000, someone);
  expect(anew.isWhole).toBe(true);
  expect(anew.articles).toHaveLength((await someone.get("/api/articles")).body.length);
  expect((await since(anew.cursor, 1, someone)).isWhole).toBe(false);
  const { timeline } = parseCursor(cursor, "since");
  const future = cursorText({ change: 36 ** 6 - 1, oid: 0 }, timeline);
  expect((await since(future)).isWhole).toBe(true);
});

test("a cursor stays valid after a restart", async () => {
  const own = await startServer();
  const { cursor } = await since(null, 10_000, own.user);
  await own.restart();
  expect(await since(cursor, 10, own.user)).toMatchObject({ isWhole: false, articles: [] });
});

test.each([
  ["since=what", "since"],
  ["limit=0", "limit"],
  ["limit=10001", "limit"],
  ["limit=many", "limit"],
])("?%s is refused", async (query, field) => {
  const response = await user.get(`${PATH}?${query}`);
  expect(refusal(response)).toEqual([400, field]);
});

test("another tenant's changes are not returned", async () => {
  const own = oids(await user.get("/api/articles"));
  const others = ids(await since(null, 10_000, await server.as("user2")));
  expect(others.filter((oid) => own.includes(oid))).toEqual([]);
  expect(others).toHaveLength(20);
});

test("many changes of one transaction come in parts, each once", async () => {
  const own = await startServer();
  const [someone, { storage }] = [own.user, own.appliance.dependencies];
  const { cursor } = await since(null, 10_000, someone);
  const made = await storage.write(1, (tx) =>
    Array.from({ length: 25 }, (_, i) => addArticle(tx, principalOf(2), articleBody(`AT-ONCE-${i}`))),
  );
  const got: number[] = [];
  let part = await since(cursor, 10, someone);
  for (got.push(...ids(part)); part.hasMore; got.push(...ids(part)))
    part = await since(part.cursor, 10, someone);
  expect(got).toEqual(made);
});

test("a client that follows the changes during writes ends with the present state", async () => {
  const own = await startServer();
  const boss = own.manager;
  const someone = own.user;
  const kept = new Map<number, unknown>();
  let cursor: string | null = null;
  const follow = async () => {
    const part = await since(cursor, 40, someone);
    if (part.isWhole) kept.clear();
    for (const article of part.articles) kept.set(article.oid, article);
    for (const oid of part.deleted) kept.delete(oid);
    cursor = part.cursor;
    return part.hasMore;
  };
  const write = async (worker: number) => {
    for (let i = 0; i < 30; i++) {
      const oid = worker * 30 + i + 1;
      if (i % 5 === 4) await boss.delete(`/api/articles/${oid}`);
      else await boss.put(`/api/articles/${oid}`, { name: `Written ${i}` });
      if (i % 3 === 0) await added(boss, `W-${worker}-${i}`);
    }
  };
  let isWriting = true;
  const writing = Promise.all([0, 1, 2].map(write)).then(() => {
    isWriting = false;
  });
  while (isWriting) await follow();
  await writing;
  while (await follow()) {
    // to the end
  }
  const there: { oid: number }[] = (await someone.get("/api/articles")).body;
  expect([...kept.values()]).toHaveLength(there.length);
  for (const article of there) expect(kept.get(article.oid)).toEqual({ ...article, codes: [] });
});

test("changes are found by their index, however many articles one transaction changed", async () => {
  const { cursor } = await since(null, 10);
  const [following, named] = await plansOf(server, () => since(cursor, 10));
  expect(following).toContain("articleByChange (tenantId=? AND change=? AND rowid>?)");
  expect(following).toContain("articleByChange (tenantId=? AND change>?)");
  expect(following).not.toContain("TEMP B-TREE");
  expect(named).toContain("a USING INTEGER PRIMARY KEY (rowid=?)");
});
