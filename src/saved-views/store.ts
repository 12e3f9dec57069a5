import { type Expression, type SqlBool, sql } from "kysely";
import { SAVED_VIEW } from "../records/saved-view.ts";
import { bool, jsonObject, listProperties } from "../storage/database/json.ts";
import { writtenColumns } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, updateTable } from "../storage/database/table-statements.ts";
import type { SavedView } from "./shapes.ts";

// Queries of saved views. `owner`: the user whose they are; 0: shared.

interface Reader {
  readonly tenantId: number;
  readonly userId: number;
}

const owned = (owner: number): Expression<SqlBool> => sql`ifnull(v.userId, 0) = ${owner}`;
const views = (tenantId: number) => sqlite.selectFrom("savedView as v").where("v.tenantId", "=", tenantId);
const seenBy = ({ tenantId, userId }: Reader) =>
  views(tenantId).where(sql<SqlBool>`(v.userId IS NULL OR v.userId = ${userId})`);
const json = jsonObject<SavedView>({
  oid: sql.ref("v.oid"),
  ...listProperties(SAVED_VIEW, "v"),
  isShared: bool(sql`v.userId IS NULL`),
}).as("json");

export const all = statement((p: Reader) =>
  seenBy(p).orderBy("v.screen").orderBy("v.nameKey").orderBy("v.oid").select(json),
);
export const detail = statement((p: Reader & { oid: number }) =>
  seenBy(p).where("v.oid", "=", p.oid).select(["v.change", json]),
);
export const record = statement((p: Reader & { oid: number }) =>
  seenBy(p).where("v.oid", "=", p.oid).selectAll("v"),
);
export const named = statement((p: { tenantId: number; owner: number; screen: string; nameKey: string }) =>
  views(p.tenantId)
    .where(owned(p.owner))
    .where("v.screen", "=", p.screen)
    .where("v.nameKey", "=", p.nameKey)
    .select(["v.oid", "v.name"]),
);
export const count = statement((p: { tenantId: number; owner: number }) =>
  views(p.tenantId).where(owned(p.owner)).select(sql<number>`count(*)`.as("count")),
);

const COLUMNS = writtenColumns(SAVED_VIEW);
export const insert = insertInto("savedView", COLUMNS);
export const update = updateTable("savedView", { set: COLUMNS, where: ["oid", "tenantId"] });
export const remove = deleteFrom("savedView", ["oid", "tenantId"]);
