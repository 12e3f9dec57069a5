import type { Router } from "@koa/router";
import { type Kysely, sql } from "kysely";
import { fold } from "../data/fold.ts";
import type { User } from "./auth.ts";
import type { ArticleTable, Tables } from "./database.ts";

type Db = Kysely<Tables>;

const listColumns = [
  "oid",
  "code",
  "name",
  "categoryId",
  "typeId",
  "stateId",
  "price",
  "serialNumber",
  "rfId",
  "userId",
  "responsibleUserId",
  "isDisposal",
  "disposalDT",
  "disposalMethodId",
  "disposalReasonId",
  "createdDT",
  "modifiedDT",
  "createdBy",
  "modifiedBy",
] as const;

function listShape(row: Pick<ArticleTable, (typeof listColumns)[number]>) {
  return { ...row, price: row.price / 10_000, isDisposal: row.isDisposal === 1 };
}

function details(db: Db, tenantId: number) {
  return db
    .selectFrom("article")
    .innerJoin("category", "category.oid", "article.categoryId")
    .innerJoin("type", "type.oid", "article.typeId")
    .innerJoin("state", "state.oid", "article.stateId")
    .select([
      "article.oid",
      "article.code",
      "article.name",
      "article.price",
      "article.serialNumber",
      "article.rfId",
    ])
    .select(["article.userId", "article.responsibleUserId", "article.isDisposal", "article.disposalDT"])
    .select([
      "category.oid as categoryId",
      "category.name as category",
      "type.oid as typeId",
      "type.name as type",
    ])
    .select(["state.oid as stateId", "state.name as state"])
    .where("article.tenantId", "=", tenantId)
    .where("article.deleted", "=", 0);
}

type Detail = Awaited<ReturnType<ReturnType<typeof details>["executeTakeFirst"]>>;

function detailShape(row: Detail) {
  if (row === undefined) return undefined;
  const { categoryId, category, typeId, type, stateId, state, ...rest } = row;
  return {
    ...rest,
    price: row.price / 10_000,
    isDisposal: row.isDisposal === 1,
    category: { oid: categoryId, name: category },
    type: { oid: typeId, name: type },
    state: { oid: stateId, name: state },
  };
}

/** The article endpoints as one writes them with a router and a query builder. */
export function articleRoutes(router: Router<{ user: User }>, db: Db): void {
  router.get("/api/articles/getbycode", async (ctx) => {
    const code = String(ctx.query["code"]);
    const row = await details(db, ctx.state.user.tenantId)
      .where("article.code", "=", code)
      .executeTakeFirst();
    ctx.body = detailShape(row) ?? ctx.throw(404);
  });

  router.get("/api/articles/findByName", async (ctx) => {
    const text = fold(String(ctx.query["name"]).trim()).replace(/[\\%_]/g, "\\$&");
    const rows = await db
      .selectFrom("article")
      .select(listColumns)
      .where("tenantId", "=", ctx.state.user.tenantId)
      .where("deleted", "=", 0)
      .where(sql<boolean>`folded LIKE ${`%${text}%`} ESCAPE '\\'`)
      .orderBy("folded")
      .orderBy("oid")
      .execute();
    ctx.body = rows.map(listShape);
  });

  router.get("/api/articles", async (ctx) => {
    const rows = await db
      .selectFrom("article")
      .select(listColumns)
      .where("tenantId", "=", ctx.state.user.tenantId)
      .where("deleted", "=", 0)
      .orderBy("oid")
      .execute();
    ctx.body = rows.map(listShape);
  });

  router.put("/api/articles/:id", async (ctx) => {
    const { tenantId, userName } = ctx.state.user;
    const oid = Number(ctx.params["id"]);
    const { price, name } = ctx.request.body as { price?: number; name?: string };
    await db
      .updateTable("article")
      .set({
        ...(price === undefined ? {} : { price: Math.round(price * 10_000) }),
        ...(name === undefined ? {} : { name, folded: fold(name) }),
        modifiedDT: new Date().toISOString(),
        modifiedBy: userName,
      })
      .where("tenantId", "=", tenantId)
      .where("oid", "=", oid)
      .where("deleted", "=", 0)
      .execute();
    const row = await details(db, tenantId).where("article.oid", "=", oid).executeTakeFirst();
    ctx.body = detailShape(row) ?? ctx.throw(404);
  });
}
