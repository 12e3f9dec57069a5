import type { Router } from "@koa/router";
import type { Kysely } from "kysely";
import type { User } from "./auth.ts";
import type { Tables } from "./database.ts";

type Update = {
  oid: number;
  inventoryQuantity?: number | null;
  inventoryLocationId?: number | null;
  isFound?: boolean;
  isDisposal?: boolean;
  disposalMethodId?: number | null;
  disposalReasonId?: number | null;
  note?: string | null;
};

const inProgress = 3;

/** Counting an item: its new values and a history row in one transaction. */
export function itemRoutes(router: Router<{ user: User }>, db: Kysely<Tables>): void {
  router.put("/api/inventories/items/update", async (ctx) => {
    const { user } = ctx.state;
    const { oid, ...given } = ctx.request.body as Update;
    ctx.body = await db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("item")
        .innerJoin("inventory", "inventory.oid", "item.inventoryId")
        .innerJoin("article", "article.oid", "item.articleId")
        .selectAll("item")
        .select(["article.code", "article.name", "inventory.stateId"])
        .where("item.oid", "=", oid)
        .where("inventory.tenantId", "=", user.tenantId)
        .executeTakeFirst();
      if (row === undefined) return ctx.throw(404);
      if (row.stateId !== inProgress) return ctx.throw(400);
      const { stateId: _, code, name, ...item } = row;
      const stored = {
        ...item,
        isFound: item.isFound === 1,
        isDisposal: item.isDisposal === 1,
        isApproved: item.isApproved === 1,
        isUnexpected: item.isUnexpected === 1,
      };
      const counted = given.inventoryQuantity !== undefined && given.isFound === undefined;
      const wanted = counted ? { ...given, isFound: (given.inventoryQuantity ?? 0) > 0 } : given;
      const changed = Object.entries(wanted).filter(([key, value]) => stored[key as keyof Update] !== value);
      const after: Omit<Update, "oid"> = Object.fromEntries(changed);
      const before = Object.fromEntries(changed.map(([key]) => [key, stored[key as keyof Update]]));
      const now = { ...stored, ...after };
      await trx
        .updateTable("item")
        .set({
          inventoryQuantity: now.inventoryQuantity,
          inventoryLocationId: now.inventoryLocationId,
          isFound: Number(now.isFound),
          isDisposal: Number(now.isDisposal),
          disposalMethodId: now.disposalMethodId,
          disposalReasonId: now.disposalReasonId,
          note: now.note,
        })
        .where("oid", "=", oid)
        .execute();
      await trx
        .insertInto("history")
        .values({
          itemId: oid,
          at: new Date().toISOString(),
          userId: user.id,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
        })
        .execute();
      return { ...now, article: { oid: item.articleId, code, name } };
    });
  });
}
