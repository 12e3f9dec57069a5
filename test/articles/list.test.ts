import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { addArticle, deleteArticle, getArticle } from "../../src/articles/article.ts";
import { principalOf } from "../../src/demo/people.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { type RawResponse, rawGetter } from "./raw.ts";
import { added, articleBody, oids, proposalBody, tagOf } from "./samples.ts";

// `GET /api/articles` is cached as bytes in pages of 1024 oids. These tests use more than one page.

let raw: Awaited<ReturnType<typeof rawGetter>>;
const AS_SENT = { "Accept-Encoding": "identity" };
const server = sharedServer();
beforeAll(async () => {
  raw = await rawGetter(server, "user");
});

const plainOf = ({ headers, bytes }: RawResponse): string => {
  const coding = headers["content-encoding"];
  if (coding === "gzip") return gunzipSync(bytes).toString();
  if (coding === "br") return brotliDecompressSync(bytes).toString();
  expect(coding).toBeUndefined();
  return bytes.toString();
};

test.each<[string, string, string | undefined]>([
  ["nothing", "", undefined],
  ["identity", "identity", undefined],
  ["gzip", "gzip", "gzip"],
  ["gzip in capitals", "GZIP", "gzip"],
  ["any", "*", "gzip"],
  ["gzip refused", "gzip;q=0, identity", undefined],
  ["any refused", "*;q=0", undefined],
  ["what a browser takes", "gzip, deflate, br", "gzip"],
  ["brotli alone", "br", "br"],
  ["an unknown coding", "zstd", undefined],
])("a client that accepts %s gets that encoding, with its length", async (_, accepts, coding) => {
  const response = await raw("/api/articles", { "Accept-Encoding": accepts });
  expect(response.status).toBe(200);
  expect(response.headers["content-encoding"]).toBe(coding);
  expect(response.headers["content-length"]).toBe(String(response.bytes.length));
  expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(response.headers["vary"]).toMatch(/Accept-Encoding/);
  expect(response.headers["cache-control"]).toBe("private, no-cache");
  expect(plainOf(response)).toBe((await raw("/api/articles", AS_SENT)).bytes.toString());
});

test("a search is compressed with the client's preferred encoding, and short responses are not compressed", async () => {
  const long = "/api/articles/findByName?name=a";
  const plain = (await raw(long, AS_SENT)).bytes.toString();
  for (const [accepts, coding] of [
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
  ] as const) {
    const response = await raw(long, { "Accept-Encoding": accepts });
    expect(response.headers["content-encoding"]).toBe(coding);
    expect(response.headers["content-length"]).toBe(String(response.bytes.length));
    expect(plainOf(response)).toBe(plain);
  }
  for (const path of ["/api/articles/findById?id=1", "/api/articles/1"])
    expect((await raw(path, { "Accept-Encoding": "gzip, br" })).headers["content-encoding"]).toBeUndefined();
});

test("after random writes the list always equals the model, plain and compressed", async () => {
  const own = await startServer();
  const client = own.manager;
  const get = await rawGetter(own, "user");
  const model = new Map<number, unknown>();
  for (const article of (await client.get("/api/articles")).body) model.set(article.oid, article);
  // Enough articles for three pages: oids to 2100.
  const { storage } = own.appliance.dependencies;
  await storage.write(1, (tx) => {
    for (let i = 0; i < 1600; i++) addArticle(tx, principalOf(2), { ...articleBody(`M${i}`) });
  });
  for (const article of (await client.get("/api/articles/findByCode?code=M&filterOp=StartsWith")).body)
    model.set(article.oid, article);
  expect(Math.max(...model.keys())).toBeGreaterThan(2048);

  let codes = 0;
  const anyOid = () => fc.nat().map((n) => [...model.keys()][n % model.size] ?? 1);
  const step = fc.oneof(
    fc.constant({ kind: "create" as const }),
    fc.constant({ kind: "propose" as const }),
    fc.record({
      kind: fc.constant("change" as const),
      oid: anyOid(),
      name: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme-ascii" }).map((n) => `n${n}`),
    }),
    fc.record({ kind: fc.constant("delete" as const), oid: anyOid() }),
    fc.constant({ kind: "foreign" as const }),
    fc.constant({ kind: "list" as const }),
  );
  const other = own.admin2;
  const check = async () => {
    const expected = [...model].sort(([a], [b]) => a - b).map(([, article]) => article);
    const [plain, packed] = [
      await get("/api/articles", AS_SENT),
      await get("/api/articles", { "Accept-Encoding": "gzip" }),
    ];
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(JSON.parse(plain.bytes.toString())).toEqual(expected);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const one of steps) {
        if (one.kind === "create") {
          const article = await added(client, `R${++codes}`);
          model.set(article.oid, article);
        } else if (one.kind === "propose") {
          const { oid } = (await client.post("/api/articles/pwa-request", proposalBody())).body;
          model.set(oid, (await client.get(`/api/articles/findById?id=${oid}`)).body[0]);
        } else if (one.kind === "change" && model.has(one.oid)) {
          const { status } = await client.put(`/api/articles/${one.oid}`, { name: one.name });
          expect(status).toBe(200);
          model.set(one.oid, (await client.get(`/api/articles/findById?id=${one.oid}`)).body[0]);
        } else if (one.kind === "delete" && model.has(one.oid)) {
          expect((await client.delete(`/api/articles/${one.oid}`)).status).toBe(204);
          model.delete(one.oid);
        } else if (one.kind === "foreign") await added(other, `F${++codes}`, { categoryId: 4, typeId: 5 });
        else await check();
      }
      await check();
    }),
    { numRuns: times(10) },
  );
  // A page whose articles are all deleted is removed.
  const middle = [...model.keys()].filter((oid) => oid >= 1024 && oid < 2048);
  await storage.write(1, (tx) => {
    for (const oid of middle) deleteArticle(tx, principalOf(2), getArticle(tx, 1, oid));
  });
  for (const oid of middle) model.delete(oid);
  await check();
});

test("an empty list is an empty array, plain and compressed", async () => {
  const own = await startServer();
  const client = own.admin2;
  for (const oid of oids(await client.get("/api/articles"))) await client.delete(`/api/articles/${oid}`);
  const get = await rawGetter(own, "user2");
  for (const coding of ["identity", "gzip", "br"])
    expect(plainOf(await get("/api/articles", { "Accept-Encoding": coding }))).toBe("[]");
});

test("many lists during writes: each holds every write that was acknowledged before its request", async () => {
  const own = await startServer();
  const writer = own.manager;
  const getters = [await rawGetter(own, "user"), await rawGetter(own, "manager")];
  const acknowledged: number[] = [];
  const deleted: number[] = [];
  let isWriting = true;
  const write = async (letter: string) => {
    for (let i = 0; i < 40; i++) {
      const { oid } = await added(writer, `${letter}${i}`);
      acknowledged.push(oid);
      if (i % 4 === 3) {
        const gone = i - 3 + 1;
        expect((await writer.delete(`/api/articles/${gone + (letter === "X" ? 0 : 100)}`)).status).toBe(204);
        deleted.push(gone + (letter === "X" ? 0 : 100));
      }
    }
  };
  let lists = 0;
  const read = async (reader: number) => {
    while (isWriting || lists < 8) {
      const [expected, absent] = [[...acknowledged], [...deleted]];
      const coding = (lists + reader) % 2 === 0 ? "gzip" : "identity";
      const response = await getters[reader % 2]?.("/api/articles", { "Accept-Encoding": coding });
      if (!response) throw new Error("no reader");
      const shown = new Set(JSON.parse(plainOf(response)).map(({ oid }: { oid: number }) => oid));
      expect(expected.filter((oid) => !shown.has(oid))).toEqual([]);
      expect(absent.filter((oid) => shown.has(oid))).toEqual([]);
      lists++;
    }
  };
  const reading = Promise.all([0, 1, 2, 3].map(read));
  await Promise.all([write("X"), write("Y")]);
  isWriting = false;
  await reading;
  expect(lists).toBeGreaterThan(4);
});

test("a list requested while an older one is being built waits for one with the latest write", async () => {
  const own = await startServer();
  const writer = own.manager;
  const reader = own.user;
  const thread = own.appliance.dependencies.storage.reader;
  const { rows } = thread;
  const [isRead, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  // The first read returns the changed pages, the second the page itself. The second is delayed after it was read.
  thread.rows = async (query) => {
    const found = await rows(query);
    if (++reads === 2) {
      isRead.resolve();
      await isReleased.promise;
    }
    return found;
  };
  const first = reader.get("/api/articles");
  await isRead.promise;
  const { oid } = await added(writer, "LATE");
  const second = reader.get("/api/articles");
  await reader.get("/api/articles/1");
  isReleased.resolve();
  expect((await first).status).toBe(200);
  expect(oids(await second)).toContain(oid);
});

test("a tag read during writes never names an older list", async () => {
  const own = await startServer();
  const writer = own.manager;
  const reader = own.user;
  const byTag = new Map<string, string>();
  let isWriting = true;
  const read = async () => {
    while (isWriting) {
      const response = await reader.get("/api/articles");
      const tag = response.headers.get("etag");
      if (tag === null) continue;
      expect(byTag.get(tag) ?? response.text).toBe(response.text);
      byTag.set(tag, response.text);
    }
  };
  const reading = Promise.all([read(), read()]);
  for (let i = 0; i < 60; i++) await writer.put("/api/articles/1", { price: i });
  isWriting = false;
  await reading;
  const last = await reader.get("/api/articles");
  expect((await reader.get("/api/articles", { "If-None-Match": tagOf(last) })).status).toBe(304);
  for (const [tag, text] of byTag) {
    const again = await reader.get("/api/articles", { "If-None-Match": tag });
    if (again.status === 304) expect(text).toBe(last.text);
  }
});
