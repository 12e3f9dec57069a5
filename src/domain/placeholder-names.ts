/** Placeholders of article labels, as the documentation writes them. */
export const placeholders = [
  "code",
  "name",
  "serialNumber",
  "rfId",
  "gtin",
  "ean",
  "gs1",
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

/** Placeholders of location labels. */
const locationPlaceholders = ["code", "name", "path", "oid", "tenant", "date", "time"] as const;

export type ArticlePlaceholder = (typeof placeholders)[number];
export type LocationPlaceholder = (typeof locationPlaceholders)[number];
export type Placeholder = ArticlePlaceholder | LocationPlaceholder;

/** What a label format labels. */
export const LABEL_SUBJECTS = ["article", "location"] as const;
export type LabelSubject = (typeof LABEL_SUBJECTS)[number];

/** The placeholders of each subject. Labels of articles have those of custom fields too. */
export const PLACEHOLDERS: Readonly<Record<LabelSubject, readonly Placeholder[]>> = {
  article: placeholders,
  location: locationPlaceholders,
};

/** Begins the placeholder of a custom field: `{{field:Voltage}}`. */
export const CUSTOM_PLACEHOLDER = "field:";
/** The placeholder of a custom field, by the name of the field as it is compared. */
export type CustomPlaceholder = `field:${string}`;
