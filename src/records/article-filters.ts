/**
 * The filters of lists and selections of articles, by the kind of their value: `words` in any order, `reference` to a record by its
 * oid, `flag`, `money`, `day`, `text` of any lines, `line`.
 */
export const ARTICLE_FILTERS = {
  q: "words",
  categoryId: "reference",
  typeId: "reference",
  stateId: "reference",
  responsibleUserId: "reference",
  userId: "reference",
  // The location or any below it.
  locationId: "reference",
  // True: without stock; false: with stock.
  noPlace: "flag",
  isDisposal: "flag",
  // All bounds are inclusive.
  priceFrom: "money",
  priceTo: "money",
  warrantyFrom: "day",
  warrantyTo: "day",
  // A custom field; the others are about its value.
  fieldId: "reference",
  fieldValue: "text",
  fieldFrom: "line",
  fieldTo: "line",
  fieldEmpty: "flag",
} as const;

/** The name of a filter of articles. */
export type ArticleFilter = keyof typeof ARTICLE_FILTERS;

/** The names of the filters. */
export const ARTICLE_FILTER_NAMES = Object.keys(ARTICLE_FILTERS) as readonly ArticleFilter[];
