import type { Generated } from "kysely";
import type { Flag, IsoTime, OfTenant, Versioned } from "./columns.ts";

// Inventories, their items, counts and photos.

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
