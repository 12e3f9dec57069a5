/** Placeholders of label templates (decisions, "Label templates"), as the documentation writes them. */
export const placeholders = [
  "code",
  "name",
  "serialNumber",
  "rfId",
  "category",
  "type",
  "state",
  "price",
  "location",
  "locationCode",
  "user",
  "responsibleUser",
  "note",
  "invoiceNo",
  "purchaseDate",
  "supplier",
  "warrantyEnd",
  "oid",
  "tenant",
  "date",
  "time",
] as const;

export type Placeholder = (typeof placeholders)[number];

/** Begins the placeholder of a custom field: `{{field:Voltage}}`. */
export const CUSTOM_PLACEHOLDER = "field:";
/** The placeholder of a custom field, by the name of the field as it is compared. */
export type CustomPlaceholder = `field:${string}`;
