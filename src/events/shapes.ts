import type { DeviceKind } from "../domain/principal.ts";
import type { JobState } from "../storage/database/schema/jobs.ts";

// Data of the events of `GET /api/events`. Each event contains the current value of its topic.

/** An open inventory with its progress. */
export interface InventorySummary {
  readonly oid: number;
  readonly name: string;
  readonly inventoryStateId: number;
  readonly total: number;
  readonly counted: number;
  readonly found: number;
  readonly missing: number;
  readonly unexpected: number;
}

/** A printer with the numbers of its queue. */
export interface PrinterSummary {
  readonly oid: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly waiting: number;
  readonly printing: number;
  /** Last error of the first open request with one, in each language. */
  readonly lastError: Readonly<Record<string, string>> | null;
}

/** A paired device with the number of unsent counts that it reported last. */
export interface DeviceSummary {
  readonly deviceTokenId: number;
  readonly deviceName: string;
  readonly kind: DeviceKind;
  /** Owner of a personal device; for a shared terminal the user who paired it. */
  readonly user: { readonly id: number; readonly fullName: string };
  readonly lastUsedDT: string | null;
  readonly expiresAt: string;
  readonly pending: number;
}

/** Numbers of pending requests. */
export interface ApprovalCounts {
  readonly transfers: number;
  readonly disposals: number;
  readonly proposals: number;
  readonly inventories: number;
}

/** An unfinished job. */
export interface JobSummary {
  readonly id: number;
  readonly kind: string;
  readonly state: JobState;
  /** Its changes are being undone; `done` counts the undone rows. */
  readonly isUndoing: boolean;
  readonly canCancel: boolean;
  readonly done: number;
  /** Null: not known yet. */
  readonly total: number | null;
  readonly createdDT: string;
  readonly startedDT: string | null;
  /** The record that it works on, such as the inventory. */
  readonly subjectId: number | null;
  readonly createdBy: string;
}

/** The unfinished jobs in the order of their start. */
export interface JobsSummary {
  readonly jobs: readonly JobSummary[];
  /** A number that changes when a job ends. */
  readonly ended: number;
}
