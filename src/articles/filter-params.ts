import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { MAX_SEARCH_WORDS, searchWords } from "../domain/word-search.ts";
import { createLocationSearch } from "../locations/location-search.ts";
import type { Storage } from "../storage/storage.ts";
import { fieldFilter } from "./field-filter.ts";
import type { PageFilter } from "./page-filter.ts";
import type { Sort } from "./page-store.ts";
import { termParameters } from "./search-terms.ts";
import type { TrigramStats } from "./trigram-stats.ts";

/** The filters of articles as a request gives them. Prices are in ten-thousandths. */
export interface FilterParams {
  /** Words in any order. */
  readonly q?: string | null | undefined;
  readonly categoryId?: number | undefined;
  readonly typeId?: number | undefined;
  readonly stateId?: number | undefined;
  readonly userId?: number | undefined;
  readonly responsibleUserId?: number | undefined;
  readonly locationId?: number | undefined;
  readonly isDisposal?: boolean | undefined;
  readonly priceFrom?: number | undefined;
  readonly priceTo?: number | undefined;
  readonly noPlace?: boolean | undefined;
  /** YYYY-MM-DD, inclusive. */
  readonly warrantyFrom?: string | undefined;
  readonly warrantyTo?: string | undefined;
  /** A custom field; the others are about its value. */
  readonly fieldId?: number | undefined;
  readonly fieldValue?: string | null | undefined;
  readonly fieldFrom?: string | null | undefined;
  readonly fieldTo?: string | null | undefined;
  readonly fieldEmpty?: boolean | undefined;
}

/** Makes the filter of a query from that of a request. */
interface Filters {
  /** Throws Invalid on too many words. `prefix`: of the field's path. */
  filterOf(tenantId: number, params: FilterParams, prefix?: string): Promise<PageFilter>;
}

/** Creates the filters. They find the locations that the words of a search name. */
export function createFilters(storage: Storage, sample: TrigramStats): Filters {
  const locations = createLocationSearch(storage);
  return {
    async filterOf(tenantId, params, prefix = "") {
      const words = searchWords(params.q ?? "");
      if (words.length > MAX_SEARCH_WORDS)
        throw Invalid.field(
          `${prefix}q`,
          msg("must have at most {max} different words", { max: MAX_SEARCH_WORDS }),
        );
      return {
        ...termParameters(sample, words, await locations.findByWords(tenantId, words)),
        tenantId,
        categoryId: params.categoryId ?? null,
        typeId: params.typeId ?? null,
        stateId: params.stateId ?? null,
        userId: params.userId ?? null,
        responsibleUserId: params.responsibleUserId ?? null,
        locationId: params.locationId ?? null,
        isDisposal: flagOf(params.isDisposal),
        priceFrom: params.priceFrom ?? null,
        priceTo: params.priceTo ?? null,
        noPlace: flagOf(params.noPlace),
        warrantyFrom: params.warrantyFrom ?? null,
        warrantyTo: params.warrantyTo ?? null,
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

function flagOf(flag: boolean | undefined): 0 | 1 | null {
  return flag === undefined ? null : flag ? 1 : 0;
}
