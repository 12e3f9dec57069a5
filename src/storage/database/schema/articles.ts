import type { CatalogueTable } from "../../../records/catalogues.ts";
import type { Flag, OfTenant, Versioned } from "./columns.ts";

// What belongs to lists (catalogues) and articles.

/** A tenant's settings for a record of a list, its own or a global one. */
export interface CatalogueSettingTable extends OfTenant, Versioned {
  catalogue: CatalogueTable;
  recordId: number;
  /** Null: after all records with a position, by name. */
  position: number | null;
  isHidden: Flag;
}

/** An article that was deleted by the transaction `change`. */
export interface DeletedArticleTable extends OfTenant {
  change: number;
  oid: number;
}
