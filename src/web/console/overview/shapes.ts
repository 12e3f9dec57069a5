/** What the overview reads of `GET /api/box`. Times are ISO 8601. */
export interface ServerReport {
  readonly problems: readonly string[];
  readonly version: string;
  readonly now: string;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number };
  readonly lastBackup: { readonly at: string } | null;
  /** There are articles that are not sample data, and the last backup, or without one the set-up, is more than 7 days ago. */
  readonly isBackupDue: boolean;
  readonly certificate: { readonly issuer: "box" | "site"; readonly expiresAt: string } | null;
}
