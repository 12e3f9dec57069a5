import { sql } from "kysely";
import type { CustodyRejection } from "../domain/custody.ts";
import { jsonObject, object, objectOrNull } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { insertInto, selectFrom, updateTable } from "../storage/database/table-statements.ts";
import type { RejectedCustody } from "./shapes.ts";

// Hand-overs and returns that terminals have sent.

export const byOperationId = statement((p: { tenantId: number; operationId: string }) =>
  sqlite
    .selectFrom("custodyOperation as o")
    .leftJoin("custody as c", "c.oid", "o.custodyId")
    .select([
      ...(["o.kind", "o.articleId", "o.userId", "o.result", "o.reason", "o.custodyId"] as const),
      "c.userId as holderId",
    ])
    .where("o.tenantId", "=", p.tenantId)
    .where("o.operationId", "=", p.operationId),
);

/** Whether the tenant has or had this article: a deleted one keeps its row. */
export const article = selectFrom("article", ["tenantId", "oid"], ["oid"]);
export const insert = insertInto("custodyOperation", [
  "tenantId",
  "operationId",
  "kind",
  "articleId",
  "userId",
  "at",
  "receivedDT",
  "authorId",
  "deviceTokenId",
  "entered",
  "result",
  "reason",
  "custodyId",
  "change",
]);

const pending = (tenantId: number) =>
  sqlite
    .selectFrom("custodyOperation as o")
    .where("o.tenantId", "=", tenantId)
    .where("o.result", "=", sql.lit("rejected"))
    .where("o.dismissedDT", "is", null);

/** The rejected operations that no Manager has dismissed, newest first. */
export const rejected = statement((p: { tenantId: number; limit: number }) =>
  pending(p.tenantId)
    .innerJoin("article as a", "a.oid", "o.articleId")
    .leftJoin("user as u", "u.oid", "o.userId")
    .innerJoin("user as f", "f.oid", "o.authorId")
    .leftJoin("deviceToken as d", "d.oid", "o.deviceTokenId")
    .leftJoin("custody as c", "c.oid", "o.custodyId")
    .leftJoin("user as h", "h.oid", "c.userId")
    .orderBy("o.oid", "desc")
    .limit(p.limit)
    .select(({ ref }) =>
      jsonObject<RejectedCustody>({
        oid: ref("o.oid"),
        kind: ref("o.kind"),
        reason: sql<CustodyRejection>`o.reason`,
        articleId: ref("o.articleId"),
        article: object<RejectedCustody["article"]>({
          oid: ref("a.oid"),
          code: ref("a.code"),
          name: ref("a.name"),
        }),
        user: objectOrNull<Named>(ref("u.oid"), named("u")),
        at: ref("o.at"),
        receivedDT: ref("o.receivedDT"),
        author: object<Named>(named("f")),
        deviceName: ref("d.deviceName"),
        dueDate: sql<string | null>`o.entered ->> 'dueDate'`,
        note: sql<string | null>`o.entered ->> 'note'`,
        signature: sql<string | null>`o.entered ->> 'signature'`,
        custodyId: ref("o.custodyId"),
        holder: objectOrNull<Named>(ref("h.oid"), named("h")),
      }).as("json"),
    ),
);

type Named = RejectedCustody["author"];
const named = (alias: string) => ({
  id: sql.ref<number>(`${alias}.oid`),
  fullName: sql.ref<string>(`${alias}.fullName`),
});

export const pendingRecord = statement((p: { tenantId: number; oid: number }) =>
  pending(p.tenantId).where("o.oid", "=", p.oid).select(["o.oid", "o.change"]),
);
export const dismiss = updateTable("custodyOperation", {
  set: ["dismissedDT", "dismissedBy", "change"],
  where: ["oid"],
});
