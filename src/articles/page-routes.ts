import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { MAX_SEARCH_WORDS, searchWords } from "../domain/word-search.ts";
import { type Endpoint, read } from "../http/endpoint/endpoint.ts";
import {
  oneOf,
  queryFlag,
  queryId,
  queryPrice,
  queryWhole,
  textOrNull,
  verbatim,
} from "../http/endpoint/fields.ts";
import { searchLocations } from "../locations/messages.ts";
import type { Storage } from "../storage/storage.ts";
import { pageOf } from "./page.ts";
import { wordParameters } from "./page-messages.ts";
import { SORTS } from "./page-store.ts";
import { ArticlePage } from "./shapes.ts";
import type { TrigramStats } from "./trigram-stats.ts";

const MOST = 500;

/** Articles page by page, filtered and sorted: for a table that a person looks at. */
export function pageRoutes(storage: Storage, sample: TrigramStats): Endpoint[] {
  const locations = searchLocations(storage);
  const flagOf = (flag: boolean | undefined) => (flag === undefined ? null : flag ? 1 : 0);

  return [
    read(
      "GET",
      "/api/articles/page",
      {
        operationId: "listArticlesByPage",
        may: "terminal",
        summary: "Articles page by page, filtered and sorted",
        description:
          "`q`: up to 16 words in any order. Each must be part of the name, code, serial number or RFID tag, or of the name or code of a location where pieces are. Case and accents are ignored. `locationId`: there or anywhere below. `noPlace=true`: no pieces anywhere. `sort`: `relevance` with `q`, otherwise name, unless given; `-` for descending. `relevance` lists exact codes first, then codes and names that begin with a word, then the rest by name. `category`, `type`, `state`, `user` and `responsibleUser` sort by their names; articles without what is sorted by come last. Go on with `cursor` = `nextCursor` until it is null: while others write, none that stays where it is comes twice or is left out. A filter that names nothing: an empty page. `total` only with `withTotal=true`. `location` is the place with most pieces.",
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
        const words = wordsIn(query.q ?? "");
        const filter = {
          ...wordParameters(sample, words, await locations.having(tenantId, words)),
          tenantId,
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
        const { cursor = "", limit = 100, withTotal = false } = query;
        const sort = query.sort ?? (words.length === 0 ? "name" : "relevance");
        if (sort === "relevance" && words.length === 0) throw Invalid.field("sort", TEXTS.noWords);
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

/** The words of `q`. Throws Invalid where there are too many. */
function wordsIn(q: string): readonly string[] {
  const words = searchWords(q);
  if (words.length > MAX_SEARCH_WORDS) throw Invalid.field("q", TEXTS.tooMany);
  return words;
}

const TEXTS = {
  tooMany: msg(
    `must have at most ${MAX_SEARCH_WORDS} different words`,
    `smí mít nejvýše ${MAX_SEARCH_WORDS} různých slov`,
  ),
  noWords: msg("relevance needs q", "relevance vyžaduje q"),
};
