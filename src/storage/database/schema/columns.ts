/** A boolean column. */
export type Flag = 0 | 1;
/** ISO 8601, UTC, with milliseconds and `Z`. */
export type IsoTime = string;

/** Rows with the number of the transaction that changed them last. */
export interface Versioned {
  change: number;
}

/** Rows of a tenant. */
export interface OfTenant {
  tenantId: number;
}
