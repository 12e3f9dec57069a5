import type { DeviceKind } from "../domain/device-kinds.ts";

// What the events of `GET /api/events` carry; each is the whole of its topic as it is now.

/** An open inventory, in the figures of its progress. */
export interface InventoryNews {
  readonly oid: number;
  readonly name: string;
  readonly inventoryStateId: number;
  readonly total: number;
  readonly counted: number;
  readonly found: number;
  readonly missing: number;
  readonly unexpected: number;
}

/** A printer, and what stands in its queue. */
export interface PrinterNews {
  readonly oid: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly waiting: number;
  readonly printing: number;
  /** Why the first open label is not printed yet, in each language. */
  readonly lastError: { readonly en: string; readonly cs: string } | null;
}

/** A paired device, and how many counts it had not sent yet when it was heard of last. */
export interface DeviceNews {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly kind: DeviceKind;
  /** Who paired a shared terminal; whose a personal device is. */
  readonly user: { readonly id: number; readonly fullName: string };
  readonly lastUsedDT: string | null;
  readonly expiresAt: string;
  readonly pending: number;
}

/** How much of each kind waits for a decision. */
export interface ApprovalNews {
  readonly transfers: number;
  readonly disposals: number;
  readonly proposals: number;
  readonly inventories: number;
}
