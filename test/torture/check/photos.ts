import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { Expected } from "./database.ts";

/**
 * The photos that must have files. "all": a server that continues, where every file is stored before its row.
 * "acknowledged": a copy, in which a row may be newer than the copied photos.
 */
export type PhotoRule = "all" | "acknowledged";

interface Row {
  readonly oid: number;
  readonly file: string;
  readonly thumbnail: string;
  readonly size: number;
}

/** Photos without their whole files: each is named by the SHA-256 of its content. */
export function brokenPhotos(db: Database, { ledger, until, photos, photoRule }: Expected): string[] {
  const acknowledged = new Set(
    ledger
      .of("photo")
      .filter(({ ackedAt }) => ackedAt <= until)
      .map(({ oid }) => oid),
  );
  const rows = db.prepare<[], Row>("SELECT oid, file, thumbnail, size FROM photo WHERE deleted = 0").all();
  return rows
    .filter(({ oid }) => photoRule === "all" || acknowledged.has(oid))
    .flatMap(({ oid, file, thumbnail, size }) => [
      ...brokenFile(photos, file, size).map((what) => `photo ${oid}: ${what}`),
      ...brokenFile(photos, thumbnail, null).map((what) => `thumbnail of photo ${oid}: ${what}`),
    ]);
}

function brokenFile(photos: string, name: string, size: number | null): string[] {
  const path = join(photos, name.slice(0, 2), name);
  if (!existsSync(path)) return ["its file is missing"];
  const bytes = readFileSync(path);
  if (createHash("sha256").update(bytes).digest("hex") !== name.slice(0, 64))
    return ["its file is not whole"];
  return size === null || bytes.length === size ? [] : [`its file has ${bytes.length} bytes, not ${size}`];
}
