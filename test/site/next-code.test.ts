import { expect, test } from "vitest";
import { addArticle, deleteArticle, getArticle } from "../../src/articles/article.ts";
import { nextCode } from "../../src/articles/next-code.ts";
import { principalOf } from "../../src/demo/people.ts";
import { articleBody } from "../articles/samples.ts";
import { startServer, type TestServer } from "../harness/server.ts";

const next = (server: TestServer, tenantId = 1) =>
  server.appliance.dependencies.storage.write(tenantId, (tx) => nextCode(tx, tenantId));
const add = (server: TestServer, codes: readonly string[]) =>
  server.appliance.dependencies.storage.write(1, (tx) =>
    codes.map((code) => addArticle(tx, principalOf(2), articleBody(code))),
  );
const setPattern = async (server: TestServer, articleCodePattern: string) => {
  expect((await server.admin.put("/api/settings", { articleCodePattern })).status).toBe(200);
};
const upTo = (last: number, make: (number: number) => string) =>
  Array.from({ length: last }, (_, i) => make(i + 1));

test("the demo's codes end with A000500: the next is A000501, for each tenant separately", async () => {
  const server = await startServer();
  expect(await next(server)).toBe("A000501");
  await add(server, ["A000501"]);
  expect(await next(server)).toBe("A000502");
  expect(await next(server, 2)).not.toBe("A000502");
});

test.each([
  ["the first of a new pattern", "NEW-{000}", [], "NEW-001"],
  ["after the highest, over the gaps", "P{000}", ["P001", "P007"], "P008"],
  [
    "codes of another form do not count",
    "P{000}",
    ["P001", "P99", "P9999", "P00x", "P999x", "Q500", "p500"],
    "P002",
  ],
  ["with something behind the number", "{00}/26", ["07/26", "08/25"], "08/26"],
  ["a pattern of the number alone", "{0}", ["1", "2", "3"], "4"],
  ["more digits when the zeros are used up", "P{0}", upTo(25, (n) => `P${n}`), "P26"],
  ["taken ones of more digits are skipped", "P{0}", ["P9", "P10", "P11"], "P12"],
  ["a letter outside ASCII", "Ž{00}", ["Ž41"], "Ž42"],
  ["other forms by the hundred above it", "P{000}", ["P001", ...upTo(120, (n) => `P9${n}x`)], "P002"],
])("%s: %s", async (_, pattern, codes, expected) => {
  const server = await startServer();
  await setPattern(server, pattern);
  await add(server, codes);
  expect(await next(server)).toBe(expected);
});

test("the proposed code is free, whatever codes are taken", async () => {
  const server = await startServer();
  await setPattern(server, "P{00}");
  // So many of another form above them that the highest is not seen.
  await add(server, [...upTo(60, (n) => `P99-${n}`), ...upTo(98, (n) => `P${String(n).padStart(2, "0")}`)]);
  expect(await next(server)).toBe("P99");
  await add(server, ["P99"]);
  expect(await next(server)).toBe("P100");
});

test("a code that is an additional one of an article is not free", async () => {
  const server = await startServer();
  const [oid = 0] = await add(server, ["A000501"]);
  const { manager } = server;
  expect((await manager.put(`/api/articles/${oid}`, { code: "IT-1" })).status).toBe(200);
  const kept = await manager.post(`/api/articles/${oid}/codes`, { code: "a000501", kind: "oldNumber" });
  expect(kept.status).toBe(201);
  expect(await next(server)).toBe("A000502");
});

test("the code of a deleted article is free again", async () => {
  const server = await startServer();
  const [oid = 0] = await add(server, ["A000600"]);
  expect(await next(server)).toBe("A000601");
  await server.appliance.dependencies.storage.write(1, (tx) =>
    deleteArticle(tx, principalOf(2), getArticle(tx, 1, oid)),
  );
  expect(await next(server)).toBe("A000501");
});

test("twenty concurrent transactions get twenty codes", async () => {
  const server = await startServer();
  const take = () =>
    server.appliance.dependencies.storage.write(1, (tx) => {
      const code = nextCode(tx, 1);
      addArticle(tx, principalOf(2), articleBody(code));
      return code;
    });
  const codes = await Promise.all(Array.from({ length: 20 }, take));
  expect(codes).toEqual(upTo(20, (n) => `A000${500 + n}`));
});

test("a code takes a few dozen look-ups in the index of codes, however many are taken", async () => {
  const server = await startServer();
  await setPattern(server, "P{0}");
  await add(
    server,
    upTo(3000, (n) => `P${n}`),
  );
  const { storage } = server.appliance.dependencies;
  const asked: string[] = [];
  const code = await storage.write(1, (tx) =>
    nextCode(
      {
        ...tx,
        query(text, values) {
          const plan = tx.query<{ detail: string }>(
            { sql: `EXPLAIN QUERY PLAN ${text.sql}`, reads: [] },
            values,
          );
          asked.push(...plan.all(...values).map(({ detail }) => detail));
          return tx.query(text, values);
        },
      },
      1,
    ),
  );
  expect(code).toBe("P3001");
  expect(asked.length).toBeLessThan(50);
  const known =
    /USING COVERING INDEX articleCode |SEARCH c USING INDEX sqlite_autoindex_additionalCode_1 |SEARCH masterArticle USING PRIMARY KEY|SCAN setting/;
  expect(asked.filter((detail) => !known.test(detail))).toEqual([]);
});
