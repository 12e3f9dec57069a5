import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { searched } from "../http/endpoint/fields.ts";
import { idOperator, parseIdFilter, textOperator } from "../http/endpoint/search-params.ts";
import { articlePageRoutes } from "./page-routes.ts";
import { createSearch } from "./search.ts";
import { Article } from "./shapes.ts";
import { createTrigramStats } from "./trigram-stats.ts";

/** Searches of articles (contract 4.5, find*) and pages. Searches ignore case and accents and return all matches by name. */
export function articleSearchRoutes({ storage, clock }: Dependencies): Endpoint[] {
  const sample = createTrigramStats(storage.db, clock.now);
  const search = createSearch(storage, sample);
  const common = (kind: string) =>
    ({
      permission: "terminal",
      summary: `Articles by ${kind}`,
      response: z.array(Article),
      tables: ["article"],
    }) as const;

  const byText = async (...text: Parameters<typeof search.byText>) => ({
    kind: "json" as const,
    body: await search.byText(...text),
  });

  return [
    ...articlePageRoutes(storage, sample),
    query("GET", "/api/articles/findById", {
      operationId: "findArticlesById",
      ...common("id"),
      query: { id: searched(), filterOp: idOperator() },
      run: async ({ query }, { tenantId }) => ({
        kind: "json",
        body: await search.byId(tenantId, parseIdFilter(query.id, query.filterOp)),
      }),
    }),
    query("GET", "/api/articles/findByCode", {
      operationId: "findArticlesByCode",
      ...common("code"),
      query: { code: searched(), filterOp: textOperator("Equals") },
      run: ({ query }, { tenantId }) => byText(tenantId, "codeFolded", query.filterOp, query.code),
    }),
    query("GET", "/api/articles/findBySerialNo", {
      operationId: "findArticlesBySerialNumber",
      ...common("serial number"),
      query: { serialNo: searched(), filterOp: textOperator("Equals") },
      run: ({ query }, { tenantId }) => byText(tenantId, "serialFolded", query.filterOp, query.serialNo),
    }),
    query("GET", "/api/articles/findByRFID", {
      operationId: "findArticlesByRfid",
      ...common("RFID tag"),
      query: { rfId: searched(), filterOp: textOperator("Equals") },
      run: ({ query }, { tenantId }) => byText(tenantId, "rfIdFolded", query.filterOp, query.rfId),
    }),
    query("GET", "/api/articles/findByName", {
      operationId: "findArticlesByName",
      ...common("name"),
      query: { name: searched(), filterOp: textOperator("Contains") },
      run: ({ query }, { tenantId }) => byText(tenantId, "nameFolded", query.filterOp, query.name),
    }),
  ];
}
