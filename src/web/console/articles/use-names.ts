import { LISTED_FIELDS } from "../../../records/article-lists.ts";
import { type Names, useCatalogue, usePeople } from "./names.ts";

/** The catalogues and users, updated by events; empty until they are loaded. */
export function useNames(): Names {
  const lists = LISTED_FIELDS.map(({ catalogue }) => [catalogue, useCatalogue(catalogue)]);
  return { lists: Object.fromEntries(lists), people: usePeople() };
}
