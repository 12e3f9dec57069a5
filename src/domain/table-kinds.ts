/** The kinds of tables that can be imported and exported. */
export const TABLE_KINDS = ["articles", "locations", "users", "stock"] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
