import type { Generated } from "kysely";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

// Inventories, their items, counts and photos (migrations 4, 10, 11, 13 and 16).

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
  /** The transaction that made the items. */
  preparedChange: Generated<number | null>;
  /** When and by whom it was approved; null while it is not, or where nobody knows. */
  approvedDT: Generated<IsoTime | null>;
  approvedBy: Generated<number | null>;
}

/** A chosen place. */
export interface InventoryLocationTable extends OfTenant {
  inventoryId: number;
  locationId: number;
}

/** A move to another state. */
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
  /** The article's when the item was made; ten-thousandths. */
  price: Generated<number>;
  /** The name of its currency when the item was made; null: not known. */
  currency: Generated<string | null>;
  /** Where an unexpected article was found first. */
  foundAtLocationId: Generated<number | null>;
  isToRecount: Generated<Flag>;
  /** Pieces that came to (or left) the expected place since the item was made. */
  movedQuantity: Generated<number>;
  /** When the expected place changed last; null: it has not. */
  movedDT: Generated<IsoTime | null>;
  /** What a Manager says to that. */
  decision: Generated<"keepCount" | "keepDifference" | null>;
  /** When and by whom it was counted last; null while it is not counted. */
  countedDT: Generated<IsoTime | null>;
  countedBy: Generated<number | null>;
  /** The terminal that changed the counted quantity last: `device 3` or `user 2`. */
  countedTerminal: Generated<string | null>;
  /** The counts that a later one may contradict, one for each terminal: JSON. */
  recentCounts: Generated<string>;
  /** Of its newest operation that is applied. */
  operationDT: Generated<IsoTime | null>;
  /** Its state after some older operation, where it has very many: JSON. */
  checkpoint: Generated<string | null>;
}

/** Pieces that came to an item's place in one transaction, or left it. */
export interface InventoryItemMovementTable {
  itemId: number;
  at: IsoTime;
  quantity: number;
}

/** An item that is gone since `change`. */
export interface DeletedInventoryItemTable {
  inventoryId: number;
  change: number;
  itemId: number;
}

/** What was said of an item, or of an unknown code; nothing here is taken away. */
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
  /** JSON of what was said of the item. */
  entered: string;
  at: IsoTime;
  receivedDT: IsoTime;
  userId: number;
  senderId: number;
  /** 1: a shared terminal sent it by itself, nobody was logged in; `senderId` is who paired it. */
  isByTerminal: Flag;
  deviceTokenId: number | null;
  /** Who counted: `device 3` or `user 2`. */
  terminal: string;
  /** The last transaction whose counts the terminal knew; null: all that precede it. */
  seen: number | null;
  /** A hash of all that was said; null for what the box wrote itself. */
  content: string | null;
  /** JSON of the first answer. */
  receipt: Generated<string>;
}

/** What something was called when the inventory was closed. */
export interface InventoryNameTable {
  inventoryId: number;
  kind: "article" | "location" | "user" | "device";
  oid: number;
  code: string | null;
  name: string;
}

/** What a terminal still holds, as it said last. */
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
  /** A photo belongs to exactly one of these three; a deleted one perhaps to none any more. */
  inventoryItemId: number | null;
  articleId: Generated<number | null>;
  countOperationId: Generated<number | null>;
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
