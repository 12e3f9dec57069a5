import { type CatalogueName, listCatalogueItems } from "../api/catalogues.ts";
import type { CatalogueItem } from "../api/types/endpoints.d.ts";
import { type QueryResult, useQuery } from "./use-query.ts";

/** The records that a select offers: without the hidden ones, except the selected one. */
export function offered(records: readonly CatalogueItem[], value: number | null): readonly CatalogueItem[] {
  return records.filter(({ oid, isHidden }) => !isHidden || oid === value);
}

/** Loads a catalogue, in its order. */
export function useCatalogue(name: CatalogueName): QueryResult<readonly CatalogueItem[]> {
  return useQuery(listCatalogueItems(name));
}

/** The name of a record; null: not known here. */
export function nameIn(answer: QueryResult<readonly CatalogueItem[]>, oid: number | null): string | null {
  return answer.body?.find((item) => item.oid === oid)?.name ?? null;
}
