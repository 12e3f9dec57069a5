import type { Readable } from "node:stream";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { msg } from "../../domain/message.ts";
import { unreadableFile } from "./source.ts";
import { damagedWorkbook, readWholeXml } from "./xml.ts";

/** Maximum unpacked size of a part. */
const MAX_PART_BYTES = 1024 * 1024 * 1024;
/** Maximum number of parts, sheets, and relationships of a part. Normal workbooks have some dozens. */
export const MAX_PARTS = 10_000;

/** The parts of a workbook (files of its ZIP archive). */
export interface WorkbookParts {
  has(path: string): boolean;
  /** The unpacked size of a part in bytes; null: there is none. */
  sizeOf(path: string): number | null;
  /** The unpacked bytes of a part. Rejects with Invalid if it is missing or unpacks to more than `max` bytes. */
  open(path: string, max?: number): Promise<Readable>;
}

/** A relationship of a part to another one. `kind` is the last segment of its type. */
interface Relationship {
  readonly id: string;
  readonly kind: string;
  /** The other part's path. */
  readonly path: string;
}

/** Reads the directory of a ZIP archive. Rejects with Invalid if it is damaged. */
export async function openParts(descriptor: number): Promise<WorkbookParts> {
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await fromFdPromise(descriptor, { autoClose: false });
    for await (const entry of zip.eachEntry()) {
      if (entries.size === MAX_PARTS) throw damagedWorkbook();
      entries.set(entry.fileName, entry);
    }
  } catch {
    throw damagedWorkbook();
  }
  return {
    has: (path) => entries.has(path),
    sizeOf: (path) => entries.get(path)?.uncompressedSize ?? null,
    async open(path, max = MAX_PART_BYTES) {
      const entry = entries.get(path);
      if (!entry?.canDecodeFileData()) throw damagedWorkbook();
      // The archive reader fails on a part that unpacks to more than it declares.
      if (entry.uncompressedSize > max) {
        throw unreadableFile(msg("The workbook is too large. Split it, or save it as CSV."));
      }
      try {
        return await zip.openReadStreamPromise(entry);
      } catch {
        throw damagedWorkbook();
      }
    },
  };
}

/** The relationships of a part (`""`: of the whole archive), or an empty list. */
export async function readRelationships(parts: WorkbookParts, of: string): Promise<Relationship[]> {
  const slash = of.lastIndexOf("/") + 1;
  const path = `${of.slice(0, slash)}_rels/${of.slice(slash)}.rels`;
  const relationships: Relationship[] = [];
  if (!parts.has(path)) return relationships;
  const base = new URL(`zip:///${of}`);
  await readWholeXml(await parts.open(path), {
    opened(name, { Id: id, Type: type, Target: target, TargetMode: mode }) {
      if (name !== "Relationship" || mode === "External" || !id || !type || !target) return;
      if (relationships.length === MAX_PARTS) throw damagedWorkbook();
      const { pathname } = new URL(target, base);
      relationships.push({
        id,
        kind: type.slice(type.lastIndexOf("/") + 1),
        path: decodeURI(pathname).slice(1),
      });
    },
  });
  return relationships;
}
