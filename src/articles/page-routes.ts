import { type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { oneOf, queryFlag, queryWhole, verbatim } from "../http/endpoint/fields.ts";
import type { Storage } from "../storage/storage.ts";
import { createFilters, filterQuery, sortOf } from "./filter-params.ts";
import { readPage, readTotals } from "./page.ts";
import { SORTS } from "./page-store.ts";
import { ArticlePage, ArticleTotals } from "./shapes.ts";
import type { TrigramStats } from "./trigram-index.ts";

const MAX_LIMIT = 500;

/** Articles page by page, filtered and sorted, for tables on screen. */
export function articlePageRoutes(storage: Storage, sample: TrigramStats): Endpoint[] {
  const filters = createFilters(storage, sample);

  return [
    query("GET", "/api/articles/page", {
      operationId: "listArticlesByPage",
      permission: "terminal",
      summary: "Articles page by page, filtered and sorted",
      description:
        "`q`: up to 16 words in any order. Each must be part of the name, code, serial number, RFID tag, supplier, invoice number or a custom field, or of the name or code of a location with stock of the article. Case and accents are ignored. `locationId`: the location or any below it. `noPlace=true`: no stock anywhere. `fieldId`: a custom field, a deleted one too, whose value `fieldValue` equals (text and link: contains; choice: a removed one too), or is from `fieldFrom` to `fieldTo` (number and date); `fieldEmpty=true`: no value; without any of these: any value. `sort`: default `relevance` with `q`, otherwise `name`; `-` for descending. `relevance` lists exact codes first, then codes and names that begin with a word, then the rest by name. `category`, `type`, `state`, `user` and `responsibleUser` sort by their names; articles without that value come last. Continue with `cursor` = `nextCursor` until it is null. During concurrent writes, an article that keeps its position is neither repeated nor skipped. A filter with an unknown id gives an empty page. `total` only with `withTotal=true`. `location` is the location with the most pieces.",
      query: {
        ...filterQuery(),
        sort: oneOf(SORTS).optional(),
        cursor: verbatim().optional(),
        limit: queryWhole(1, MAX_LIMIT).optional(),
        withTotal: queryFlag().optional(),
      },
      response: ArticlePage,
      tables: [
        "article",
        "articleLocation",
        "location",
        "articleCategory",
        "articleType",
        "articleState",
        "user",
        "custody",
        "photo",
        "customField",
      ],
      async run({ query, language }, { tenantId }) {
        const filter = await filters.filterOf(tenantId, query);
        const { cursor = "", limit = 100, withTotal = false } = query;
        const sort = sortOf(query.sort, filter);
        return {
          kind: "json",
          body: await readPage(storage.reader, {
            filter,
            sort,
            language,
            cursor: cursor === "" ? null : cursor,
            limit,
            withTotal,
          }),
        };
      },
    }),
    query("GET", "/api/articles/totals", {
      operationId: "getArticleTotals",
      permission: "terminal",
      summary: "Number, pieces and value of articles",
      description: "With the filters of `GET /api/articles/page`; without one, of all articles.",
      query: filterQuery(),
      response: ArticleTotals,
      tables: ["article", "articleLocation", "location", "customField"],
      run: async ({ query }, { tenantId }) => ({
        kind: "json",
        body: await readTotals(storage.reader, await filters.filterOf(tenantId, query)),
      }),
    }),
  ];
}
