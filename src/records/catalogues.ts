import { msg } from "../domain/message.ts";
import type { RecordDeclaration } from "./record.ts";

// The lists (catalogues) of the contract: records of the tenant or of all tenants that have a name alone.

/** The tables of the lists with their names and their numbers in the change feed. */
const KINDS = {
  articleCategory: { feedKind: 1, label: msg("Category") },
  articleType: { feedKind: 2, label: msg("Type") },
  articleState: { feedKind: 3, label: msg("State") },
  currencyType: { feedKind: 4, label: msg("Currency") },
  articleDisposalMethod: { feedKind: 5, label: msg("Disposal method") },
  articleDisposalReason: { feedKind: 6, label: msg("Disposal reason") },
} as const;

/** The name of a table of a list. */
export type CatalogueTable = keyof typeof KINDS;

/** The tables of the lists. */
export const CATALOGUES = Object.keys(KINDS) as readonly CatalogueTable[];

/** A record of a list, such as a category. */
const recordOf = (table: CatalogueTable) =>
  ({
    table,
    entity: table,
    ...KINDS[table],
    names: ["name"],
    lostAs: "lists",
    hasDeleted: false,
    hasGlobal: true,
    fields: { name: { kind: "text", isRequired: true, reach: "everywhere", label: msg("Name") } },
    internal: { nameKey: { type: "text", isUnique: true }, nameFolded: { type: "text" } },
  }) as const satisfies RecordDeclaration;

/** The declarations of the lists. */
export const CATALOGUE_RECORDS = CATALOGUES.map(recordOf);
