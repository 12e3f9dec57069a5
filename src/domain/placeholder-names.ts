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
  "oid",
  "tenant",
  "date",
  "time",
] as const;

export type Placeholder = (typeof placeholders)[number];
