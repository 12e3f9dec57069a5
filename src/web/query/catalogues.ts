import type { CatalogueItem } from "../api/types/endpoints.d.ts";
import { type Answer, useQuery } from "./use-query.ts";

const PATHS = {
  category: "/api/articlecategories",
  type: "/api/articletypes",
  state: "/api/articlestates",
  currency: "/api/currencytypes",
  disposalMethod: "/api/articledisposalmethods",
  disposalReason: "/api/articledisposalreasons",
} as const;
export type CatalogueName = keyof typeof PATHS;

/** The path of a catalogue. */
export const cataloguePath = (name: CatalogueName) => PATHS[name];

/** The records that a select offers: without the hidden ones, except the selected one. */
export function offered(records: readonly CatalogueItem[], value: number | null): readonly CatalogueItem[] {
  return records.filter(({ oid, isHidden }) => !isHidden || oid === value);
}

/** Loads a catalogue, in its order. */
export function useCatalogue(name: CatalogueName): Answer<readonly CatalogueItem[]> {
  return useQuery<readonly CatalogueItem[]>(PATHS[name]);
}

/** The name of a record; null: not known here. */
export function nameIn(answer: Answer<readonly CatalogueItem[]>, oid: number | null): string | null {
  return answer.body?.find((item) => item.oid === oid)?.name ?? null;
}
