import Database from "better-sqlite3";
import { expect, test } from "vitest";
import * as closingQueries from "../../src/inventories/closing/store.ts";
import * as itemQueries from "../../src/inventories/items/store.ts";
import * as reportQueries from "../../src/inventories/report/store.ts";
import { migrate } from "../../src/storage/database/migrations.ts";
import { type Statement, sqlite, statement } from "../../src/storage/database/statement.ts";

test("no parameter lets SQLite plan a query again when it is bound", () => {
  const itemsAt = statement((p: { articleId: number; locationId: number; limit: number }) =>
    sqlite
      .selectFrom("articleLocation as s")
      .leftJoin("location as l", (join) =>
        join.onRef("l.oid", "=", "s.locationId").on("l.oid", "=", p.locationId),
      )
      .where("s.articleId", "in", [p.articleId])
      .limit(p.limit)
      .select("s.oid"),
  );
  const { sql, values } = itemsAt.bound({ articleId: 7, locationId: 8, limit: 9 });
  expect(sql.match(/.\?/g)).toEqual(["+?", "+?", "+?"]);
  expect(values).toEqual([8, 7, 9]);
});

test("a constant of a query selects its partial index, and is quoted", () => {
  const db = new Database(":memory:");
  migrate(db, "");
  const openOf = statement((p: { tenantId: number }) =>
    sqlite
      .selectFrom("articleTransfer")
      .where("tenantId", "=", p.tenantId)
      .where("state", "=", "open")
      .select("oid"),
  );
  const { sql, values } = openOf.bound({ tenantId: 1 });
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining("articleTransferOpen")]);
  const quoted = statement((_: object) =>
    sqlite.selectFrom("location").where("name", "=", "a'b").select("oid"),
  );
  expect(quoted.bound({}).sql).toContain("'a''b'");
});

const isStatement = (one: unknown) => typeof one === "object" && one !== null && "bound" in one;

// SQLite plans each copy of an expression on each connection: a text of 75 000 characters takes 6 ms, one of 300 000 took a sixth of a second.
test.each(
  [reportQueries, itemQueries, closingQueries].flatMap((queries) =>
    Object.entries<unknown>(queries).filter((one): one is [string, Statement<object, unknown>] =>
      isStatement(one[1]),
    ),
  ),
)("%s has each of its expressions a few times", (_, query) => {
  const anyValues = new Proxy({}, { get: () => 1 });
  expect(query.bound(anyValues).sql.length).toBeLessThan(80_000);
});
