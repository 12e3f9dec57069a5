import { z } from "zod";

// The tables of Homebox's export that are read. Source: sysadminsmedia/homebox (2026), backend/internal/data/ent/schema. SQLite
// exports its booleans as numbers in some versions.

/** A boolean, also as a number; absent: false. */
const FLAG = z
  .union([z.boolean(), z.number()])
  .nullish()
  .transform((value) => Boolean(value));
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const number = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);

const Entity = z.object({
  id: z.string(),
  name: text,
  description: text,
  notes: text,
  import_ref: text,
  asset_id: number,
  quantity: number,
  archived: FLAG,
  insured: FLAG,
  lifetime_warranty: FLAG,
  warranty_details: text,
  serial_number: text,
  model_number: text,
  manufacturer: text,
  purchase_from: text,
  purchase_price: number,
  warranty_expires: text,
  purchase_time: text,
  purchase_date: text,
  sold_time: text,
  sold_date: text,
  sold_to: text,
  /** The item or location that it is in. */
  entity_children: z.string().nullish(),
  entity_type_entities: z.string().nullish(),
});

/** An item or a location. */
export type Entity = z.infer<typeof Entity>;

const Field = z.object({
  entity_fields: z.string().nullish(),
  name: text,
  type: text,
  text_value: text,
  number_value: number,
  boolean_value: FLAG,
  time_value: text,
});

/** A custom field of an item. */
export type CollectionField = z.infer<typeof Field>;

/** The tables of a collection. */
export const COLLECTION = z.object({
  // The flag was called `location_type` before.
  entity_types: z.array(z.object({ id: z.string(), is_location: FLAG, location_type: FLAG })),
  tags: z.array(z.object({ id: z.string(), name: text })),
  tag_entities: z.array(z.object({ tag_id: z.string(), entity_id: z.string() })),
  entities: z.array(Entity),
  entity_fields: z.array(Field),
  maintenance_entries: z.array(z.object({ entity_id: z.string().nullish(), name: text })),
  attachments: z.array(
    z.object({
      id: z.string(),
      type: text,
      title: text,
      primary: FLAG,
      entity_attachments: z.string().nullish(),
    }),
  ),
});

export type Collection = z.infer<typeof COLLECTION>;

/** The names of the tables, each a file of the export. */
export const TABLES: readonly (keyof Collection)[] = [
  ...(["entity_types", "tags", "tag_entities", "entities", "entity_fields"] as const),
  ...(["maintenance_entries", "attachments"] as const),
];
