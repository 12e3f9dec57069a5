import { buffer, json } from "node:stream/consumers";
import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { MAX_FILE_BYTES } from "../../platform/limits.ts";
import { openParts, type WorkbookParts } from "../../platform/tables/parts.ts";
import { isArchive, type OpenTable, textTable } from "../../platform/tables/read.ts";
import { type ReadCell, type ReadRow, unreadableFile } from "../../platform/tables/source.ts";
import { entityCells } from "./homebox-entity.ts";
import { COLLECTION, type Collection, TABLES } from "./homebox-tables.ts";

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
  demandSmall(parts);
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
function demandSmall(parts: WorkbookParts): void {
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
