/** SQLite has no booleans. */
export type Flag = 0 | 1;
/** ISO 8601, UTC, with milliseconds and `Z`. */
export type IsoTime = string;

/** Rows that carry the number of the transaction that changed them last. */
export interface Versioned {
  change: number;
}

export interface OfTenant {
  tenantId: number;
}
