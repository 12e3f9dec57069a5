/** The kinds of tables that can be imported and exported. */
export const TABLE_KINDS = ["articles", "locations", "users", "stock", "refill-rules"] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

/** Fields of imports whose values are of one record only, besides secrets. */
export const OWN_FIELDS = [
  "code",
  "userName",
  "serialNumber",
  "rfId",
  "additionalCodes",
  "badgeCode",
] as const;
