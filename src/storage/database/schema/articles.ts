import type { Generated } from "kysely";
import type { CodeKind } from "../../../domain/codes/stored-key.ts";
import type { ARTICLE } from "../../../records/article.ts";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";
import type { RowOf } from "./row.ts";

// Lists (catalogues), locations, articles, requests.

/** A record of a list: category, type, state, currency, disposal method or reason. `tenantId` null: global. */
interface CatalogueTable extends Versioned {
  oid: Generated<number>;
  tenantId: number | null;
  name: string;
  nameKey: string;
  nameFolded: string;
}

/** The tables of the lists. */
export const CATALOGUES = [
  "articleCategory",
  "articleType",
  "articleState",
  "currencyType",
  "articleDisposalMethod",
  "articleDisposalReason",
] as const satisfies readonly (keyof CatalogueTables)[];

/** The row types of the lists, by table. */
export interface CatalogueTables {
  articleCategory: CatalogueTable;
  articleType: CatalogueTable;
  articleState: CatalogueTable;
  currencyType: CatalogueTable;
  articleDisposalMethod: CatalogueTable;
  articleDisposalReason: CatalogueTable;
}

/** A tenant's settings for a record of a list, its own or a global one. */
export interface CatalogueSettingTable extends OfTenant, Versioned {
  catalogue: keyof CatalogueTables;
  recordId: number;
  /** Null: after all records with a position, by name. */
  position: number | null;
  isHidden: Flag;
}

export interface LocationTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  nameFolded: string;
  code: string | null;
  parentLocationId: number | null;
  /** Among its siblings, from 0. Null: after those with a position, by name. */
  position: number | null;
  deleted: Generated<Flag>;
}

export type ArticleTable = RowOf<typeof ARTICLE>;

/** A code of an article beside its own code. */
export interface AdditionalCodeTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number;
  kind: CodeKind;
  code: string;
  /** As it is found (domain/codes/code-key.ts). */
  codeKey: string;
  /** Pieces that a scan means, at least 2. Null: one. */
  packQuantity: number | null;
  createdDT: IsoTime;
  createdBy: string;
}

/** An article that was deleted by the transaction `change`. */
export interface DeletedArticleTable extends OfTenant {
  change: number;
  oid: number;
}

export interface ArticleLocationTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number;
  locationId: number;
  quantity: number;
}

export interface ArticleTransferTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number;
  userId: number;
  targetLocationId: number;
  state: Generated<"open" | "confirmed" | "rejected" | "deleted">;
  createdDT: IsoTime;
  /** Pieces. Null: all. */
  quantity: Generated<number | null>;
  fromLocationId: Generated<number | null>;
  note: Generated<string | null>;
  decidedDT: Generated<IsoTime | null>;
  decidedBy: Generated<number | null>;
  reason: Generated<string | null>;
}

export interface DisposalProposalTable extends OfTenant, Versioned {
  oid: Generated<number>;
  articleId: number;
  userId: number;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  proposalDT: IsoTime;
  state: Generated<"waiting" | "approved" | "rejected">;
  decidedDT: IsoTime | null;
  note: Generated<string | null>;
  decidedBy: Generated<number | null>;
  rejectReason: Generated<string | null>;
  /** The item of the stocktake in which it was proposed. */
  inventoryItemId: Generated<number | null>;
}
