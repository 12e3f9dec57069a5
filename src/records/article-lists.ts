import { ARTICLE } from "./article.ts";
import { type CatalogueName, isCatalogue } from "./catalogues.ts";
import { fieldsIn, type NamesIn } from "./record.ts";

type Fields = typeof ARTICLE.fields;

/** The fields of an article that clients set to a record of a list. */
export type ListedField = {
  [N in NamesIn<typeof ARTICLE, "full">]: Fields[N] extends { readonly to: CatalogueName } ? N : never;
}[NamesIn<typeof ARTICLE, "full">];

/** The list of each of these fields. */
export type ListOf<N extends ListedField> = Fields[N]["to"];

/** The fields of an article that clients set to a record of a list, with their lists. */
export const LISTED_FIELDS = fieldsIn(ARTICLE, "full").flatMap(([name, field]) =>
  field.kind === "reference" && isCatalogue(field.to)
    ? [{ name: name as ListedField, catalogue: field.to as ListOf<ListedField> }]
    : [],
);
