import { z } from "zod";
import { MAX_RULES_LISTED } from "../domain/list-limits.ts";
import { msg } from "../domain/message.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { command, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { pathId, queryId, queryWhole, verbatim } from "../http/endpoint/fields.ts";
import { newBody } from "../http/endpoint/record-schemas.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import { REFILL_RULE } from "../records/refill-rule.ts";
import type { BeginExport } from "../security-log/table.ts";
import { listInReader } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import { filterOf, listFilters, refillListExport } from "./export.ts";
import { makeRefillList } from "./list.ts";
import { addRefillRule, changeRefillRule, getRefillRule, removeRefillRule } from "./rule.ts";
import { RefillList, RefillRule } from "./shapes.ts";
import * as store from "./store.ts";

const path = "/api/refill-rules";
/** Rows of one response. */
const body = newBody(REFILL_RULE, "body", {});
const LIMITS = "`target`: pieces to refill up to, at least the minimum; null or absent: the minimum.";

/** Minimum stock, and the list of what must be refilled. */
export function refillRoutes(app: Dependencies, beginExport: BeginExport): Endpoint[] {
  const { storage } = app;
  const list = makeRefillList(storage);
  const one = { params: { id: pathId() }, response: RefillRule };

  return [
    query("GET", "/api/refill-list", {
      operationId: "getRefillList",
      permission: "terminal",
      summary: "Articles with fewer pieces than their minimum, in the walking order of the locations",
      description:
        "A rule at a location counts the pieces there and at all locations below it. `locationId` selects the rules at the location and below it, not those of everywhere. `supplier` is the exact name. Disposed articles are left out. Continue with `cursor` = `nextCursor` until it is null. After an import, or when a location with much stock was moved, the list follows within seconds.",
      query: {
        ...listFilters,
        cursor: verbatim().optional(),
        limit: queryWhole(1, MAX_RULES_LISTED).optional(),
      },
      response: RefillList,
      tables: ["refillShortage", "refillRule", "article", "articleLocation", "location"],
      run: async ({ query }, { tenantId }) => ({
        kind: "json",
        body: await list.page({
          ...filterOf(tenantId, query),
          cursor: query.cursor || null,
          limit: query.limit ?? 100,
        }),
      }),
    }),
    refillListExport(app, list, beginExport),
    query("GET", path, {
      operationId: "listRefillRules",
      permission: "terminal",
      summary: "The rules of minimum stock by their ids, at most 500; next page: `after=<oid>`",
      query: {
        articleId: queryId().optional(),
        locationId: queryId().optional(),
        after: queryId().optional(),
      },
      response: z.array(RefillRule),
      tables: ["refillRule", "article", "location"],
      async run({ query }, { tenantId }) {
        const { articleId, locationId } = query;
        const page = { tenantId, after: query.after ?? 0, limit: MAX_RULES_LISTED };
        const { reader } = storage;
        const body =
          articleId === undefined
            ? locationId === undefined
              ? await listInReader(reader, store.pages.all, page)
              : await listInReader(reader, store.pages.atLocation, { ...page, locationId })
            : locationId === undefined
              ? await listInReader(reader, store.pages.ofArticle, { ...page, articleId })
              : await listInReader(reader, store.pages.ofArticleAtLocation, {
                  ...page,
                  articleId,
                  locationId,
                });
        return { kind: "json", body };
      },
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getRefillRule",
      permission: "terminal",
      summary: "One rule of minimum stock",
      ...one,
      run: ({ params }, { tenantId }) => detail(storage.db, tenantId, params.id),
    }),
    command("POST", path, {
      operationId: "addRefillRule",
      permission: "manage",
      summary: "Adds a rule of minimum stock",
      description: `\`locationId\`: the stock there and at all locations below it; null or absent: everywhere. ${LIMITS}`,
      status: 201,
      body,
      response: RefillRule,
      errors: { 409: "the article has a rule for this location" },
      run(tx, { body }, { tenantId }) {
        const { articleId, locationId = null, minimum, target = null } = body;
        const oid = addRefillRule(tx, { tenantId, articleId, locationId, minimum, target });
        return { ...detail(tx, tenantId, oid), location: `${path}/${oid}` };
      },
    }),
    command("PUT", `${path}/{id}`, {
      operationId: "updateRefillRule",
      permission: "manage",
      summary: "Changes how many pieces a rule asks for",
      description: LIMITS,
      ...one,
      body: { minimum: body.minimum, target: body.target },
      record: (tx, { params }, { tenantId }) => getRefillRule(tx, tenantId, params.id),
      run(tx, { body }, { tenantId }, { record }) {
        changeRefillRule(tx, record, { minimum: body.minimum, target: body.target ?? null });
        return detail(tx, tenantId, record.oid);
      },
    }),
    command("DELETE", `${path}/{id}`, {
      operationId: "deleteRefillRule",
      permission: "manage",
      summary: "Removes a rule of minimum stock",
      params: { id: pathId() },
      record: (tx, { params }, { tenantId }) => getRefillRule(tx, tenantId, params.id),
      run: (tx, _, __, { record }) => removeRefillRule(tx, record),
    }),
  ];
}

function detail(db: Db, tenantId: number, oid: number) {
  return recordResponse(store.detail.first(db, { tenantId, oid }), msg("Minimum stock not found."));
}
