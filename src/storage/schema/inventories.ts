import type { Generated } from "kysely";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

// Inventories, their items and photos (migration 4).

export interface InventoryTable extends OfTenant, Versioned {
  oid: Generated<number>;
  name: string;
  nameFolded: string;
  isClosed: Generated<Flag>;
  isApproved: Generated<Flag>;
  mustBeApproved: Generated<Flag>;
  isBlind: Generated<Flag>;
  locationId: number | null;
  inventoryStateId: number;
}

export interface InventoryItemTable extends OfTenant, Versioned {
  oid: Generated<number>;
  inventoryId: number;
  articleId: number;
  locationId: number | null;
  inventoryLocationId: number | null;
  quantity: number;
  inventoryQuantity: number | null;
  isFound: Generated<Flag>;
  isDisposal: Generated<Flag>;
  isApproved: Generated<Flag>;
  isUnexpected: Generated<Flag>;
  disposalMethodId: number | null;
  disposalReasonId: number | null;
  note: string | null;
}

export interface InventoryItemHistoryTable extends OfTenant {
  oid: Generated<number>;
  itemId: number;
  at: IsoTime;
  userId: number;
  deviceTokenId: number | null;
  before: string;
  after: string;
}

export interface PhotoTable extends OfTenant, Versioned {
  oid: Generated<number>;
  inventoryItemId: number;
  userId: number;
  fileName: string;
  contentType: string;
  width: number;
  height: number;
  size: number;
  file: string;
  thumbnail: string;
  createdDT: IsoTime;
  createdBy: string;
  deleted: Generated<Flag>;
  deletedDT: Generated<IsoTime | null>;
}
