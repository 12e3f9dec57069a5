import type { CatalogueItem } from "../../catalogue/shapes.ts";
import { type Answer, useAnswer } from "./use-answer.ts";

const PATHS = {
  category: "/api/articlecategories",
  type: "/api/articletypes",
  state: "/api/articlestates",
  currency: "/api/currencytypes",
  disposalMethod: "/api/articledisposalmethods",
  disposalReason: "/api/articledisposalreasons",
} as const;
export type CatalogueName = keyof typeof PATHS;

/** Where a catalogue is read. */
export const cataloguePath = (name: CatalogueName) => PATHS[name];

/** The records of a catalogue, by name. */
export function useCatalogue(name: CatalogueName): Answer<readonly CatalogueItem[]> {
  return useAnswer<readonly CatalogueItem[]>(PATHS[name]);
}

/** The name of one of them; null: it is not known here. */
export function nameIn(answer: Answer<readonly CatalogueItem[]>, oid: number | null): string | null {
  return answer.body?.find((item) => item.oid === oid)?.name ?? null;
}
