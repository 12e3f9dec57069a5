import { sql } from "kysely";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { idList, oneOf } from "../../http/endpoint/fields.ts";
import { assertExpectedCount, expectedCount, selectionFilter } from "../../http/endpoint/selection-fields.ts";
import type { Locale } from "../../i18n/locales.ts";
import { statement } from "../../storage/database/statement.ts";
import { createFilters, type FilterParams, filterBody, sortOf } from "../filter-params.ts";
import { readMatchingIds } from "../page.ts";
import { SORTS, type Sort } from "../page-store.ts";
import { articlesByOids } from "../store.ts";
import { createTrigramStats } from "../trigram-index.ts";

// The articles of long work: named by their ids, or by the filters of the list of articles.

/** Ids in a selection. More articles are selected by a filter. */
const MAX_SELECTED_IDS = 100_000;
/** Bytes of a body with a selection. */
export const MAX_SELECTION_BYTES = 2 * 1024 * 1024;

/** The selection in a body: either `ids` or `filter`, and `expectedCount`. */
export const selectionBody = {
  ids: idList(MAX_SELECTED_IDS).optional(),
  filter: selectionFilter(filterBody()).optional(),
  expectedCount: expectedCount(),
};
/** The order of a selection in a body. */
export const selectionSort = () => oneOf(SORTS).optional();

/** A selection as a request gives it. */
interface Selection {
  readonly ids?: readonly number[] | undefined;
  readonly filter?: FilterParams | undefined;
  readonly expectedCount?: number | undefined;
  /** Of a filter's matches. Ids keep their order. */
  readonly sort?: Sort | undefined;
}

/** The selected articles. */
export interface SelectedArticles {
  /** Joined by commas. */
  readonly ids: string;
  readonly count: number;
}

/** Creates the selections. They are read in the reader thread. */
export function createSelections({ storage, clock }: Dependencies) {
  const filters = createFilters(storage, createTrigramStats(storage.db, clock.now));
  return {
    /** The ids of a filter are those of the present matches. Throws Invalid unless it is either a list of ids or a filter, Conflict where another number is expected. */
    async find(tenantId: number, selection: Selection, language: Locale) {
      const found = await select(tenantId, selection, language);
      const { expectedCount: expected, ids } = selection;
      if (expected !== undefined)
        assertExpectedCount(expected, ids === undefined ? found.count : await countPresent(tenantId, found));
      return found;
    },
  };

  /** Ids may name articles that are deleted by now. */
  async function countPresent(tenantId: number, { ids }: SelectedArticles): Promise<number> {
    const { rows } = await storage.reader.rows(present.bound({ tenantId, oids: `[${ids}]` }));
    return rows;
  }

  async function select(
    tenantId: number,
    { ids, filter, sort }: Selection,
    language: Locale,
  ): Promise<SelectedArticles> {
    if (ids !== undefined && filter !== undefined)
      throw Invalid.field("filter", msg("must be absent where ids are given"));
    if (ids !== undefined) return { ids: ids.join(), count: ids.length };
    if (filter === undefined) throw Invalid.field("ids", msg("or filter is required"));
    const found = await filters.filterOf(tenantId, filter, "filter.");
    const limit = Number.MAX_SAFE_INTEGER;
    return readMatchingIds(storage.reader, { filter: found, sort: sortOf(sort, found), language, limit });
  }
}

const present = statement((p: { tenantId: number; oids: string }) =>
  articlesByOids(p).select(sql<string>`'0'`.as("json")),
);

/** The ids of selected articles. */
export function idsOf({ ids }: Pick<SelectedArticles, "ids">): readonly number[] {
  return JSON.parse(`[${ids}]`) as number[];
}
