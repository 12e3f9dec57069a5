import { type Endpoint, read } from "../http/endpoint.ts";
import { oneOf, queryFlag, queryId, queryPrice, queryWhole, textOrNull, verbatim } from "../http/fields.ts";
import { fold } from "../storage/fold.ts";
import type { Storage } from "../storage/storage.ts";
import { pageOf } from "./page.ts";
import { SORTS } from "./page-store.ts";
import { type Sample, SEARCH_COLUMNS } from "./sample.ts";
import { allOf } from "./search.ts";
import { ArticlePage } from "./shapes.ts";

const MOST = 500;

/** Articles page by page, filtered and sorted: for a table that a person looks at. */
export function pageRoutes(storage: Storage, sample: Sample): Endpoint[] {
  const flagOf = (flag: boolean | undefined) => (flag === undefined ? null : flag ? 1 : 0);

  return [
    read(
      "GET",
      "/api/articles/page",
      {
        may: "work",
        summary: "Articles page by page, filtered and sorted",
        description:
          "`q`: text in name, code, serial number or RFID tag, without regard to case and accents. `locationId`: there or anywhere below. `noPlace=true`: no pieces anywhere. `sort`: name unless said, `-` for descending; `category`, `type`, `state`, `user` and `responsibleUser` sort by their names; articles without what is sorted by come last. Go on with `cursor` = `nextCursor` until it is null: while others write, none that stays where it is comes twice or is left out. A filter that names nothing: an empty page. `total` only with `withTotal=true`. `location` is the place with most pieces.",
        query: {
          q: textOrNull().optional(),
          categoryId: queryId().optional(),
          typeId: queryId().optional(),
          stateId: queryId().optional(),
          userId: queryId().optional(),
          responsibleUserId: queryId().optional(),
          locationId: queryId().optional(),
          isDisposal: queryFlag().optional(),
          priceFrom: queryPrice().optional(),
          priceTo: queryPrice().optional(),
          noPlace: queryFlag().optional(),
          sort: oneOf(SORTS).optional(),
          cursor: verbatim().optional(),
          limit: queryWhole(1, MOST).optional(),
          withTotal: queryFlag().optional(),
        },
        reply: ArticlePage,
        lists: [
          "article",
          "articleLocation",
          "location",
          "articleCategory",
          "articleType",
          "articleState",
          "user",
        ],
      },
      async ({ query, language }, { tenantId }) => {
        const q = query.q ? fold(query.q) : null;
        const rarest = q === null ? [] : sample.rarest(SEARCH_COLUMNS, q);
        const filter = {
          tenantId,
          q,
          trigrams: rarest.length === 0 ? null : allOf(rarest),
          categoryId: query.categoryId ?? null,
          typeId: query.typeId ?? null,
          stateId: query.stateId ?? null,
          userId: query.userId ?? null,
          responsibleUserId: query.responsibleUserId ?? null,
          locationId: query.locationId ?? null,
          isDisposal: flagOf(query.isDisposal),
          priceFrom: query.priceFrom ?? null,
          priceTo: query.priceTo ?? null,
          noPlace: flagOf(query.noPlace),
        } as const;
        const { sort = "name", cursor = "", limit = 100, withTotal = false } = query;
        return {
          body: await pageOf(storage.reader, {
            filter,
            sort,
            language,
            cursor: cursor === "" ? null : cursor,
            limit,
            withTotal,
          }),
        };
      },
    ),
  ];
}
