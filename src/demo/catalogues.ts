import { addToCatalogue } from "../catalogue/catalogue.ts";
import type { CatalogueName } from "../records/catalogues.ts";
import type { Tx } from "../storage/database/statement.ts";

const RIVERSIDE: readonly [CatalogueName, ...string[]][] = [
  ["articleCategory", "IT equipment", "Furniture", "Tools"],
  ["articleType", "Notebook", "Monitor", "Chair", "Drill"],
  ["currencyType", "CZK", "EUR"],
  ["articleDisposalMethod", "Scrap", "Sale"],
  ["articleDisposalReason", "Broken", "Obsolete"],
];
const HILLTOP: readonly [CatalogueName, ...string[]][] = [
  ["articleCategory", "Shop equipment"],
  ["articleType", "Shop fitting"],
  ["currencyType", "CZK"],
  ["articleDisposalMethod", "Recycling"],
  ["articleDisposalReason", "Worn out"],
];

/** The ids of the catalogue records that the demo refers to. */
export const Category = { It: 1, Furniture: 2, Tools: 3, Shop: 4 } as const;
export const Type = { Notebook: 1, Monitor: 2, Chair: 3, Drill: 4, Shop: 5 } as const;
export const Method = { Scrap: 1, Sale: 2 } as const;
export const Reason = { Broken: 1, Obsolete: 2 } as const;

/** Adds the catalogues of both tenants, in the order of the ids. */
export function addCatalogues(tx: Tx): void {
  for (const [tenant, catalogues] of [RIVERSIDE, HILLTOP].entries()) {
    for (const [catalogue, ...names] of catalogues) {
      for (const name of names) addToCatalogue(tx, catalogue, tenant + 1, name);
    }
  }
}
