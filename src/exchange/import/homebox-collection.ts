import { buffer, json } from "node:stream/consumers";
import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { MAX_FILE_BYTES } from "../../platform/limits.ts";
import { isArchive, type OpenTable, textTable } from "../../platform/tables/read.ts";
import { type ReadCell, type ReadRow, unreadableFile } from "../../platform/tables/source.ts";
import { openParts, type WorkbookParts } from "../../platform/tables/workbook.ts";
import { formatPath } from "./cell-texts.ts";

// Source: sysadminsmedia/homebox (2026), backend/internal/core/services/service_exports.go. Collection, Export: a ZIP with a JSON
// file of each table, the files of attachments by their id, and manifest.json. Read as the CSV export, with the main photo.

const SCHEMA_VERSION = 1;
/** The tables are kept in memory: some 10 000 items. */
const MAX_MIB = 8;
const MANIFEST = "manifest.json";
const Manifest = z.looseObject({ schemaVersion: z.number() });

/** Opens an export of a Homebox collection as a table; null: the file is none. Throws Invalid at the path `file`. */
export async function openCollection(descriptor: number): Promise<OpenTable | null> {
  if (!(await isArchive(descriptor))) return null;
  const parts = await openParts(descriptor);
  if (!parts.has(MANIFEST) || !parts.has("entities.json")) return null;
  const collection = await readCollection(parts);
  return textTable(() => rowsOf(parts, collection));
}

async function readCollection(parts: WorkbookParts): Promise<Collection> {
  assertSmall(parts);
  const read = async (path: string) => json(await parts.open(path));
  try {
    const { schemaVersion } = Manifest.parse(await read(MANIFEST));
    if (schemaVersion !== SCHEMA_VERSION) throw unknownFormat();
    const tables = await Promise.all(
      TABLES.map(async (name) => [name, parts.has(`${name}.json`) ? await read(`${name}.json`) : []]),
    );
    return COLLECTION.parse(Object.fromEntries(tables));
  } catch (error) {
    throw error instanceof Invalid ? error : unknownFormat();
  }
}

/** Throws Invalid where the tables unpack to more than the limit. The archive reader checks that the sizes are true. */
function assertSmall(parts: WorkbookParts): void {
  const sizes = [MANIFEST, ...TABLES.map((name) => `${name}.json`)].map((path) => parts.sizeOf(path) ?? 0);
  if (sizes.reduce((sum, bytes) => sum + bytes) <= MAX_MIB * 1024 * 1024) return;
  throw unreadableFile(
    msg(
      "The tables of this Homebox export are larger than {mebibytes} MiB. Export the inventory as CSV instead.",
      {
        mebibytes: MAX_MIB,
      },
    ),
  );
}

const unknownFormat = () =>
  unreadableFile(msg("The format of this Homebox export is not known. Export the inventory as CSV instead."));

async function* rowsOf(parts: WorkbookParts, collection: Collection): AsyncGenerator<ReadRow, void> {
  const { headers, items } = entityCells(collection);
  const attachments = Map.groupBy(collection.attachments, (one) => one.entity_attachments);
  yield { number: 1, cells: [...headers, "HB.photo", "HB.other_attachments"] };
  for (const [index, { id, cells }] of items.entries())
    yield {
      number: index + 2,
      cells: [...cells, ...(await attachmentCells(parts, attachments.get(id) ?? []))],
    };
}

/** The main photo in base64, and the titles of the other attachments. */
async function attachmentCells(parts: WorkbookParts, own: Collection["attachments"]): Promise<ReadCell[]> {
  const photos = own.filter((one) => one.type === "photo" && fits(parts, one.id));
  const main = photos.find((one) => one.primary) ?? photos[0];
  const titles = own.filter((one) => one !== main).map(({ title }) => title);
  const picture = main && (await readFile(parts, main.id)).toString("base64");
  return [picture ?? null, titles.join("; ") || null];
}

async function readFile(parts: WorkbookParts, attachmentId: string): Promise<Buffer> {
  const file = await parts.open(pathOf(attachmentId));
  try {
    return await buffer(file);
  } catch {
    throw unreadableFile(msg("The file is damaged or incomplete."));
  }
}

const pathOf = (attachmentId: string) => `attachments/${attachmentId}`;

function fits(parts: WorkbookParts, attachmentId: string): boolean {
  const bytes = parts.sizeOf(pathOf(attachmentId));
  return bytes !== null && bytes <= MAX_FILE_BYTES;
}

/** The cells of each item. Locations are no rows; they are in the paths of the items. */
function entityCells(collection: Collection) {
  const { entities, entity_fields: fields } = collection;
  const locationTypes = new Set(
    collection.entity_types.filter((type) => type.is_location || type.location_type).map(({ id }) => id),
  );
  const isLocation = (entity: Entity) => locationTypes.has(entity.entity_type_entities ?? "");
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const tagNames = new Map(collection.tags.map(({ id, name }) => [id, name]));
  const tags = Map.groupBy(collection.tag_entities, (one) => one.entity_id);
  const fieldsOf = Map.groupBy(fields, (one) => one.entity_fields ?? "");
  const maintenance = Map.groupBy(collection.maintenance_entries, (one) => one.entity_id ?? "");
  const fieldNames = [...new Set(fields.map(({ name }) => name))];
  const items = entities.filter((entity) => !isLocation(entity));
  return {
    headers: [...Object.keys(COLUMNS), ...OTHERS, ...fieldNames.map((name) => `HB.field.${name}`)],
    items: items.map((entity) => {
      const above = ancestorsOf(entity, byId);
      const [parent] = above;
      const own = fieldsOf.get(entity.id) ?? [];
      const cells = [
        ...Object.values(COLUMNS).map((read) => read(entity)),
        formatPath(
          above
            .filter(isLocation)
            .reverse()
            .map(({ name }) => name),
        ),
        parent === undefined || isLocation(parent) ? "" : parent.import_ref || parent.name,
        (tags.get(entity.id) ?? []).map((one) => tagNames.get(one.tag_id) ?? "").join("; "),
        (maintenance.get(entity.id) ?? []).map(({ name }) => name).join("; "),
        ...fieldNames.map((name) => fieldValue(own.find((field) => field.name === name))),
      ];
      return { id: entity.id, cells: cells.map((cell) => (cell === "" ? null : cell)) };
    }),
  };
}

const day = (time: string) => (time.startsWith("0001") ? "" : time.slice(0, 10));
/** As the CSV export writes it: 000-012. */
const assetId = (id: number) =>
  String(id)
    .padStart(6, "0")
    .replace(/(\d{3})$/, "-$1");

const COLUMNS: Readonly<Record<string, (entity: Entity) => ReadCell>> = {
  "HB.name": (one) => one.name,
  "HB.asset_id": (one) => assetId(one.asset_id),
  "HB.import_ref": (one) => one.import_ref,
  "HB.description": (one) => one.description,
  "HB.notes": (one) => one.notes,
  "HB.quantity": (one) => one.quantity,
  "HB.purchase_price": (one) => one.purchase_price,
  "HB.purchase_from": (one) => one.purchase_from,
  "HB.purchase_date": (one) => day(one.purchase_date || one.purchase_time),
  "HB.warranty_expires": (one) => day(one.warranty_expires),
  "HB.warranty_details": (one) => one.warranty_details,
  "HB.serial_number": (one) => one.serial_number,
  "HB.manufacturer": (one) => one.manufacturer,
  "HB.model_number": (one) => one.model_number,
  "HB.insured": (one) => one.insured || null,
  "HB.lifetime_warranty": (one) => one.lifetime_warranty || null,
  "HB.archived": (one) => one.archived,
  "HB.sold_date": (one) => day(one.sold_date || one.sold_time),
  "HB.sold_to": (one) => one.sold_to,
};
const OTHERS = ["HB.location", "HB.parent_import_ref", "HB.tags", "HB.maintenance"];

/** What an item is in, the nearest first. Each is named once, also where items are inside each other. */
function ancestorsOf(entity: Entity, byId: ReadonlyMap<string, Entity>): Entity[] {
  const above = new Set<Entity>();
  let next = byId.get(entity.entity_children ?? "");
  while (next !== undefined && next !== entity && !above.has(next)) {
    above.add(next);
    next = byId.get(next.entity_children ?? "");
  }
  return [...above];
}

function fieldValue(field: CollectionField | undefined): ReadCell {
  if (field === undefined) return null;
  if (field.type === "number") return field.number_value;
  if (field.type === "boolean") return field.boolean_value;
  return field.type === "time" ? day(field.time_value) : field.text_value;
}

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
type Entity = z.infer<typeof Entity>;

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
type CollectionField = z.infer<typeof Field>;

/** The tables of a collection. */
const COLLECTION = z.object({
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

type Collection = z.infer<typeof COLLECTION>;

/** The names of the tables, each a file of the export. */
const TABLES = Object.keys(COLLECTION.shape);
