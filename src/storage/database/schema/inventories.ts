import type { Generated } from "kysely";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

// Inventories, their items, counts and photos.

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
  /** The transaction that created the items. */
  preparedChange: Generated<number | null>;
  /** Time and user of the approval. Null: not approved, or not known. */
  approvedDT: Generated<IsoTime | null>;
  approvedBy: Generated<number | null>;
  /** The last article that the close has settled. */
  settledArticleId: Generated<number>;
}

/** A location of an inventory. */
export interface InventoryLocationTable extends OfTenant {
  inventoryId: number;
  locationId: number;
}

/** A transition to another state. */
export interface InventoryTransitionTable extends OfTenant {
  oid: Generated<number>;
  inventoryId: number;
  stateId: number;
  at: IsoTime;
  userId: number | null;
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
  /** The article's price at the creation of the item, in ten-thousandths. */
  price: Generated<number>;
  /** The name of its currency at that time. Null: not known. */
  currency: Generated<string | null>;
  /** The location where an unexpected article was found first. */
  foundAtLocationId: Generated<number | null>;
  isToRecount: Generated<Flag>;
  /** Pieces that came to (or left) the expected location since the creation of the item. */
  movedQuantity: Generated<number>;
  /** The last movement at the expected location. Null: none. */
  movedDT: Generated<IsoTime | null>;
  /** A Manager's decision about the movements. */
  decision: Generated<"keepCount" | "keepDifference" | null>;
  /** Time and user of the last count. Null: not counted. */
  countedDT: Generated<IsoTime | null>;
  countedBy: Generated<number | null>;
  /** The terminal that changed the counted quantity last: `device 3` or `user 2`. */
  countedTerminal: Generated<string | null>;
  /** The last count of each terminal, which a later count may contradict. JSON. */
  recentCounts: Generated<string>;
  /** The time of the newest applied operation. */
  operationDT: Generated<IsoTime | null>;
  /** The state after an older operation, for items with very many operations. JSON. */
  checkpoint: Generated<string | null>;
}

/** Pieces that came to an item's location in one transaction, or left it. */
export interface InventoryItemMovementTable {
  itemId: number;
  at: IsoTime;
  quantity: number;
}

/** An item that was deleted by the transaction `change`. */
export interface DeletedInventoryItemTable {
  inventoryId: number;
  change: number;
  itemId: number;
}

/** A count operation on an item, or with an unknown code. Rows are never deleted. */
export interface CountOperationTable extends OfTenant, Versioned {
  oid: Generated<number>;
  inventoryId: number;
  operationId: string;
  kind: "set" | "add" | "update" | "recount" | "settle";
  state: "applied" | "late" | "unknown";
  itemId: number | null;
  code: string | null;
  locationId: number | null;
  /** One more of the article at the location, whatever is expected or was counted elsewhere. */
  isExtra: Flag;
  /** The values that the operation sets. JSON. */
  entered: string;
  at: IsoTime;
  receivedDT: IsoTime;
  userId: number;
  senderId: number;
  /** 1: a shared terminal sent it without a logged-in user. `senderId` is the user who paired it. */
  isByTerminal: Flag;
  deviceTokenId: number | null;
  /** Who counted: `device 3` or `user 2`. */
  terminal: string;
  /** The last transaction whose counts the terminal knew. Null: all before it. */
  seen: number | null;
  /** A hash of the whole operation. Null for operations of the server itself. */
  content: string | null;
  /** The first response. JSON. */
  receipt: Generated<string>;
}

/** The name of a record when the inventory was closed. */
export interface InventoryNameTable {
  inventoryId: number;
  kind: "article" | "location" | "user" | "device";
  oid: number;
  code: string | null;
  name: string;
}

/** The number of unsent counts of a terminal, as it reported last. */
export interface CountingTerminalTable extends OfTenant {
  inventoryId: number;
  terminal: string;
  userId: number;
  deviceTokenId: number | null;
  pending: number;
  at: IsoTime;
}

export interface PhotoTable extends OfTenant, Versioned {
  oid: Generated<number>;
  /** A photo belongs to exactly one of these three. A deleted photo may belong to none. */
  inventoryItemId: number | null;
  articleId: Generated<number | null>;
  countOperationId: Generated<number | null>;
  userId: number;
  isAttachment: Generated<Flag>;
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
