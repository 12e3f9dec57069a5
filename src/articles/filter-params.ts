import type { z } from "zod";
import { MAX_CUSTOM_VALUE_LENGTH } from "../domain/custom-fields.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { MAX_SEARCH_WORDS, searchWords } from "../domain/word-search.ts";
import {
  day,
  flag,
  id,
  linesOrNull,
  price,
  queryFlag,
  queryId,
  queryPrice,
  searched,
  searchedOrNull,
  textOrNull,
} from "../http/endpoint/fields.ts";
import { createLocationSearch } from "../locations/location-search.ts";
import { ARTICLE_FILTER_NAMES, ARTICLE_FILTERS, type ArticleFilter } from "../records/article-filters.ts";
import type { Storage } from "../storage/storage.ts";
import { fieldFilter } from "./field-filter.ts";
import type { ColumnFilters, PageFilter } from "./page-filter.ts";
import type { Sort } from "./page-store.ts";
import { termParameters } from "./search-terms.ts";
import type { TrigramStats } from "./trigram-index.ts";

type Kind = (typeof ARTICLE_FILTERS)[ArticleFilter];

/** The schemas of the values by kind, in a body and in a query. */
const IN_BODY = {
  // In a selection: no words would select everything.
  words: () => searched().optional(),
  reference: () => id().optional(),
  flag: () => flag().optional(),
  money: () => price().optional(),
  day: () => day().optional(),
  text: () => linesOrNull(MAX_CUSTOM_VALUE_LENGTH).optional(),
  line: () => textOrNull().optional(),
} as const satisfies Record<Kind, () => z.ZodType>;
const IN_QUERY = {
  ...IN_BODY,
  words: () => searchedOrNull().optional(),
  reference: () => queryId().optional(),
  flag: () => queryFlag().optional(),
  money: () => queryPrice().optional(),
} as const satisfies Record<Kind, () => z.ZodType>;

/** The filters as properties of a body. */
export const filterBody = () => schemasOf(IN_BODY);
/** The filters as parameters of a query. */
export const filterQuery = () => schemasOf(IN_QUERY);

function schemasOf<S extends Readonly<Record<Kind, () => z.ZodType>>>(schemas: S) {
  const byName = ARTICLE_FILTER_NAMES.map((name) => [name, schemas[ARTICLE_FILTERS[name]]()] as const);
  return Object.fromEntries(byName) as {
    [N in ArticleFilter]: ReturnType<S[(typeof ARTICLE_FILTERS)[N]]>;
  };
}

/** The filters of articles as a request gives them. Prices are in ten-thousandths. */
export type FilterParams = {
  readonly [N in ArticleFilter]?: z.output<ReturnType<(typeof IN_QUERY)[(typeof ARTICLE_FILTERS)[N]]>>;
};

/** Creates the filters. They find the locations that the words of a search name. */
export function createFilters(storage: Storage, sample: TrigramStats) {
  const locations = createLocationSearch(storage);
  return {
    /** Throws Invalid on too many words. `prefix`: of the field's path. */
    async filterOf(tenantId: number, params: FilterParams, prefix = "") {
      const words = searchWords(params.q ?? "");
      if (words.length > MAX_SEARCH_WORDS)
        throw Invalid.field(
          `${prefix}q`,
          msg("must have at most {max} different words", { max: MAX_SEARCH_WORDS }),
        );
      return {
        ...termParameters(sample, words, await locations.findByWords(tenantId, words)),
        tenantId,
        ...columnFilters(params),
        ...fieldFilter(storage.db, tenantId, params, prefix),
      };
    },
  };
}

/** The sort of a request, or the default one. Throws Invalid on relevance without words. */
export function sortOf(sort: Sort | undefined, { wordCount }: PageFilter): Sort {
  if (sort === "relevance" && wordCount === 0) throw Invalid.field("sort", msg("relevance needs q"));
  return sort ?? (wordCount === 0 ? "name" : "relevance");
}

/** The filters by columns, as statements take them; null: not given. */
function columnFilters(params: FilterParams): ColumnFilters {
  const ofColumns = ARTICLE_FILTER_NAMES.filter((name) => name !== "q" && !name.startsWith("field"));
  const given = ofColumns.map((name) => {
    const value = params[name] ?? null;
    return [name, typeof value === "boolean" ? Number(value) : value] as const;
  });
  return Object.fromEntries(given) as ColumnFilters;
}
