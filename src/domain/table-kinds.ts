/** The kinds of tables that can be imported and exported. */
export const TABLE_KINDS = ["articles", "locations", "users", "stock", "refill-rules"] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
