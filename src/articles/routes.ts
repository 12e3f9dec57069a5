import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import {
  dayOrNull,
  id,
  linesOrNull,
  pathId,
  price,
  queryFlag,
  queryWhole,
  searched,
  text,
  textOrNull,
  verbatim,
} from "../http/endpoint/fields.ts";
import { assertSameId } from "../http/endpoint/parse.ts";
import { addArticle, changeArticle, deleteArticle, getArticle } from "./article.ts";
import { ArticleListCache } from "./article-list-cache.ts";
import { changedArticleBody, newArticleBody, serialNumberOf } from "./body.ts";
import { changesSince } from "./changes.ts";
import { getArticleDetail, getArticleDetailByCode } from "./detail.ts";
import { assertNotHandedOut } from "./holder.ts";
import { proposeArticle } from "./propose.ts";
import { Article, ArticleChanges, ArticleDetail } from "./shapes.ts";
import * as store from "./store.ts";

/** Articles (contract 4.5). Searches and my-* are in files of their own. */
export function articleRoutes({ storage, config }: Dependencies): Endpoint[] {
  const lists = new ArticleListCache(storage);

  return [
    query("GET", "/api/articles", {
      operationId: "listArticles",
      permission: "terminal",
      summary: "All articles, unpaged",
      response: z.array(Article),
      tables: ["article", "deletedArticle"],
      run: ({ accepts }, caller) => lists.read(caller.tenantId, accepts),
    }),
    query("GET", "/api/articles/getbycode", {
      operationId: "getArticleByCode",
      permission: "terminal",
      summary: "The article with exactly this code",
      query: { code: searched() },
      response: ArticleDetail,
      errors: { 404: "no article has this code" },
      run: ({ query, language }, { tenantId }) =>
        getArticleDetailByCode(storage.db, tenantId, query.code, language),
    }),
    query("GET", "/api/articles/{id}", {
      operationId: "getArticle",
      permission: "terminal",
      summary: "One article",
      params: { id: pathId() },
      response: ArticleDetail,
      run: ({ params, language }, caller) =>
        getArticleDetail(storage.db, caller.tenantId, params.id, language),
    }),
    command("POST", "/api/articles", {
      operationId: "createArticle",
      permission: "manage",
      summary: "Adds an article",
      status: 201,
      body: newArticleBody,
      response: Article,
      errors: { 409: "the code is already used" },
      run(tx, { body, language }, caller) {
        const oid = addArticle(tx, caller, { ...body, serialNumber: serialNumberOf(body) });
        const added = store.listedArticle.first(tx, { tenantId: caller.tenantId, oid });
        if (added === null) throw new Error("the article just added is gone");
        const { version } = getArticleDetail(tx, caller.tenantId, oid, language);
        return { kind: "json", body: added.json, version, location: `/api/articles/${oid}` };
      },
    }),
    command("PUT", "/api/articles/{id}", {
      operationId: "updateArticle",
      permission: "manage",
      summary: "Changes an article",
      description: "Absent properties keep their value; null clears one.",
      params: { id: pathId() },
      body: changedArticleBody,
      response: ArticleDetail,
      errors: {
        400: "`oid` differs from `{id}`, a field is invalid, the head office owns a field that would change, or an article that a person has would become Disposed",
        409: "the code is already used",
      },
      record: (tx, { params, body }, caller) => {
        assertSameId(body.oid, params.id);
        return getArticle(tx, caller.tenantId, params.id);
      },
      run(tx, { body, language }, caller, { record }) {
        changeArticle(tx, caller, record, { ...body, serialNumber: serialNumberOf(body) });
        return getArticleDetail(tx, caller.tenantId, record.oid, language);
      },
    }),
    command("DELETE", "/api/articles/{id}", {
      operationId: "deleteArticle",
      permission: "manage",
      summary: "Deletes an article; its code is free again",
      params: { id: pathId() },
      errors: { 400: "a person has the article" },
      record: (tx, { params }, caller) => getArticle(tx, caller.tenantId, params.id),
      run(tx, _, caller, { record }) {
        assertNotHandedOut(tx, record.oid);
        deleteArticle(tx, caller, record);
      },
    }),
    command("POST", "/api/articles/pwa-request", {
      operationId: "proposeArticle",
      scope: "requests:write",
      takesSubmissionToken: true,
      permission: "work",
      summary: "Proposes a new asset",
      description: "The article has no code and the global state Proposed. `userID` defaults to the caller.",
      status: 201,
      body: {
        name: text(),
        note: linesOrNull().optional(),
        serialNo: textOrNull().optional(),
        articleCategoryID: id(),
        articleTypeID: id(),
        price: price().optional(),
        currencyTypeID: id().nullable().optional(),
        invoiceNo: textOrNull().optional(),
        dtBuy: dayOrNull().optional(),
        userID: id().nullable().optional(),
      },
      response: z.object({ oid: z.int() }),
      errors: {
        403: "the licence's asset limit is reached, or the user is another one and the caller is not Manager or Admin",
      },
      run(tx, { body, language }, caller) {
        const proposal = {
          name: body.name,
          note: body.note ?? null,
          serialNo: body.serialNo ?? null,
          articleCategoryID: body.articleCategoryID,
          articleTypeID: body.articleTypeID,
          price: body.price ?? 0,
          currencyTypeID: body.currencyTypeID ?? null,
          invoiceNo: body.invoiceNo ?? null,
          dtBuy: body.dtBuy ?? null,
          userID: body.userID ?? null,
        };
        const oid = proposeArticle(tx, caller, proposal, config.maxAssets);
        const { version } = getArticleDetail(tx, caller.tenantId, oid, language);
        return { kind: "json", body: { oid }, version, location: `/api/articles/${oid}` };
      },
    }),
  ];
}

/** Incremental synchronisation for clients that store the articles. */
export function changeRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query("GET", "/api/articles/changes", {
      operationId: "listArticleChanges",
      permission: "terminal",
      summary: "The articles changed and deleted since a cursor",
      description:
        "Start without `since`, then send the `cursor` of the previous response. While `hasMore` is true, request the next page at once. `isWhole`: discard your articles, because all articles follow from the beginning (no cursor was sent, or the server was restored from a backup). An unchanged article may be repeated, and `deleted` may contain unknown ids. No change is missed. `withFields=true` adds warranty, supplier, packs and custom fields.",
      query: {
        since: verbatim().optional(),
        limit: queryWhole(1, 10_000).optional(),
        withFields: queryFlag().optional(),
      },
      response: ArticleChanges,
      run: async ({ query }, { tenantId }) => ({
        kind: "json",
        body: await changesSince(storage, tenantId, {
          since: query.since ?? "",
          limit: query.limit ?? 1000,
          withFields: query.withFields ?? false,
        }),
      }),
    }),
  ];
}
