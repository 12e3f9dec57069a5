import { sql } from "kysely";
import { numbersIn } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { deleteFrom, selectFrom, upsertInto } from "../storage/database/table-statements.ts";

export const follow = upsertInto("followedArticles", ["tenantId"], { once: ["seq"] });
export const unfollow = deleteFrom("followedArticles", ["tenantId"]);
export const followers = statement((_: object) =>
  sqlite.selectFrom("followedArticles").select("tenantId").orderBy("tenantId"),
);
export const position = selectFrom("followedArticles", ["tenantId"], ["seq"]);
export const advance = statement((p: { tenantId: number; from: number; until: number }) =>
  sqlite
    .updateTable("followedArticles")
    .set({ seq: p.until })
    .where("tenantId", "=", p.tenantId)
    .where("seq", "=", p.from),
);

/** The ids of the records of one table that a part of the feed names, in the order of their last entries. */
export const changedIn = statement((p: { tenantId: number; kind: number; from: number; until: number }) =>
  sqlite
    .selectFrom("changeEntry")
    .where("seq", ">", p.from)
    .where("seq", "<=", p.until)
    .where("kind", "=", p.kind)
    .where("tenantId", "=", p.tenantId)
    .groupBy("recordId")
    .orderBy(sql`max(seq)`)
    .select(sql<string>`CAST(recordId AS TEXT)`.as("json")),
);
export const named = statement((p: { tenantId: number; oids: string }) =>
  sqlite
    .selectFrom("article")
    .where("oid", "in", numbersIn(p.oids))
    .where("tenantId", "=", p.tenantId)
    .where("deleted", "=", 0)
    .select(["oid", "code", "name"]),
);
