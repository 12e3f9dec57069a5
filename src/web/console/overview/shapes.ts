/** What the overview reads of `GET /api/box`. Times are ISO 8601. */
export interface BoxReport {
  readonly problems: readonly string[];
  readonly version: string;
  readonly now: string;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number };
  readonly lastBackup: { readonly at: string } | null;
  /** Articles that are no sample data exist, and no backup of the last 7 days. */
  readonly isBackupDue: boolean;
  readonly certificate: { readonly issuer: "box" | "site"; readonly expiresAt: string } | null;
}
