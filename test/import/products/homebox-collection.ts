import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

// The generator of Homebox's export of a collection. Source: src/exchange/import/homebox-collection.ts.

/** An attachment of an item: its row, and the bytes of its file (absent: the file is missing). */
export interface SampleAttachment {
  readonly type: "photo" | "manual" | "receipt" | "warranty" | "attachment";
  readonly title: string;
  readonly isPrimary?: boolean;
  readonly bytes?: Buffer;
}

/** An item or a location. `parent`: the name of the item or location that it is in. */
export interface SampleEntity {
  readonly name: string;
  readonly parent?: string;
  readonly isLocation?: boolean;
  readonly tags?: readonly string[];
  readonly fields?: Readonly<Record<string, string | number | boolean>>;
  readonly attachments?: readonly SampleAttachment[];
  /** Other columns of the row. */
  readonly row?: Readonly<Record<string, unknown>>;
}

const NEVER = "0001-01-01T00:00:00Z";

/** The rows of the tables, as the program writes them; `booleans`: as SQLite stores them. */
function tablesOf(entities: readonly SampleEntity[], booleans: "numbers" | "words") {
  const flag = (is: boolean) => (booleans === "numbers" ? Number(is) : is);
  const idOf = (name: string) =>
    `00000000-0000-4000-8000-${Buffer.from(name).toString("hex").slice(0, 12).padStart(12, "0")}`;
  const tags = [...new Set(entities.flatMap((one) => one.tags ?? []))];
  const attachments = entities.flatMap((one) =>
    (one.attachments ?? []).map((file, index) => ({
      ...file,
      id: `${idOf(one.name)}-${index}`,
      of: idOf(one.name),
    })),
  );
  return {
    attachments,
    tables: {
      entity_types: [
        { id: "type-item", name: "Item", is_location: flag(false) },
        { id: "type-location", name: "Location", is_location: flag(true) },
      ],
      entity_templates: [],
      template_fields: [],
      tags: tags.map((name) => ({ id: idOf(name), name })),
      entities: entities.map(({ name, parent, isLocation = false, row }) => ({
        ...{ id: idOf(name), name, description: "", import_ref: "", notes: "", quantity: 1, asset_id: 0 },
        ...{
          archived: flag(false),
          insured: flag(false),
          lifetime_warranty: flag(false),
          warranty_details: "",
        },
        ...{ serial_number: "", model_number: "", manufacturer: "", purchase_from: "", purchase_price: 0 },
        ...{ warranty_expires: NEVER, purchase_time: NEVER, sold_time: NEVER, sold_to: "", sold_price: 0 },
        ...{
          entity_children: parent === undefined ? null : idOf(parent),
          created_at: "2026-01-02T10:00:00Z",
        },
        ...{ entity_type_entities: isLocation ? "type-location" : "type-item", ...row },
      })),
      entity_fields: entities.flatMap(({ name, fields = {} }) =>
        Object.entries(fields).map(([field, value], index) => ({
          ...{ id: `${idOf(name)}-f${index}`, name: field, entity_fields: idOf(name) },
          ...{ type: typeof value === "string" ? "text" : typeof value, time_value: NEVER },
          text_value: typeof value === "string" ? value : "",
          number_value: typeof value === "number" ? value : 0,
          boolean_value: flag(value === true),
        })),
      ),
      maintenance_entries: [],
      attachments: attachments.flatMap(({ id, of, type, title, isPrimary = false }) => [
        {
          ...{ id, type, title, primary: flag(isPrimary), path: `group/documents/${id}` },
          ...{ mime_type: "", entity_attachments: of, attachment_thumbnail: `${id}-t` },
        },
        // Each file's thumbnail belongs to the file, not to the item.
        {
          ...{ id: `${id}-t`, type: "thumbnail", title: `${title}-thumb`, primary: flag(false) },
          ...{ path: `group/documents/${id}-t`, mime_type: "image/webp", entity_attachments: null },
        },
      ]),
      tag_entities: entities.flatMap((one) =>
        (one.tags ?? []).map((name) => ({ tag_id: idOf(name), entity_id: idOf(one.name) })),
      ),
      notifiers: [],
    },
  };
}

/** The ZIP of a collection: a JSON file for each table, the files of attachments, and the manifest as the last one. */
export function homeboxCollection(
  entities: readonly SampleEntity[],
  { schemaVersion = 1, booleans = "words" as "numbers" | "words" } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  const { tables, attachments } = tablesOf(entities, booleans);
  for (const [name, rows] of Object.entries(tables))
    zip.addBuffer(Buffer.from(`${JSON.stringify(rows)}\n`), `${name}.json`);
  for (const { id, bytes } of attachments) {
    if (bytes !== undefined) zip.addBuffer(bytes, `attachments/${id}`);
    zip.addBuffer(Buffer.from("RIFF....WEBP"), `attachments/${id}-t`);
  }
  const counts = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]));
  zip.addBuffer(
    Buffer.from(JSON.stringify({ schemaVersion, exportedAt: "2026-11-01T10:00:00Z", groupId: "g", counts })),
    "manifest.json",
  );
  zip.end();
  return buffer(zip.outputStream as Readable);
}
