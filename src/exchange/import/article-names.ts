import type { ArticleRecord } from "../../articles/article.ts";
import type { ReportIssue } from "./issues.ts";
import { catalogueLookup, type NameLookup, type NameRef, PersonLookup } from "./name-lookup.ts";
import type { PlanContext } from "./planner.ts";
import type { Row, Values } from "./values.ts";

/** The lookups of the records that an article refers to by name. */
export type ArticleNames = Readonly<
  Record<"category" | "type" | "state" | "user" | "responsibleUser", NameLookup>
>;

/** The records that a row names; undefined: the row does not name one. */
export type NamedRecords = { readonly [K in keyof ArticleNames]: NameRef | undefined };

/** The lookups of an import. Both columns of people find and create the same persons. */
export function articleNames(context: PlanContext): ArticleNames {
  const people = new PersonLookup(context);
  return {
    category: catalogueLookup(context, "category"),
    type: catalogueLookup(context, "type"),
    state: catalogueLookup(context, "state"),
    user: people.of("user"),
    responsibleUser: people.of("responsibleUser"),
  };
}

/** The records that a row names. Reports each that is not found; the row is not used then. */
export function namedRecords(
  names: ArticleNames,
  row: Row,
  values: Values,
  record: ArticleRecord | null,
  report: ReportIssue,
): NamedRecords {
  const refOf = (field: keyof ArticleNames) => {
    const name = values[field];
    if (name === undefined) return undefined;
    const mayCreate = row.creates?.includes(field) ?? false;
    return names[field].find(name, record?.[`${field}Id`] ?? null, mayCreate, report) ?? undefined;
  };
  return {
    category: refOf("category"),
    type: refOf("type"),
    state: refOf("state"),
    user: refOf("user"),
    responsibleUser: refOf("responsibleUser"),
  };
}
