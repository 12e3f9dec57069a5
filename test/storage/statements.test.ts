import { expect, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";

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
