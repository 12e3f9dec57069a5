import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { StartupError } from "../../platform/startup-error.ts";
import { convertFirstSchema } from "../database/convert.ts";
import { migrate } from "../database/migrations.ts";
import { UNFINISHED_PREFIX } from "../files/file-names.ts";
import { createGeneration, type Generation } from "./generations.ts";
import { savedMainChecksum, sha256OfDescriptor } from "./main-file-checksum.ts";

/**
 * Creates a generation of the current schema from one of the first schema, which does not change. The new files appear complete
 * or not at all. Everything is written and flushed anew. `isChecked`: the source is checked as a whole first, and StartupError is
 * thrown when it is damaged. Needs disk space for the new generation and for a copy.
 */
export function convertGeneration(folder: string, from: Generation, name: string, isChecked: boolean): void {
  const former = join(folder, `${UNFINISHED_PREFIX}former-${name}`);
  try {
    copyDatabase(from, former, isChecked);
    createGeneration(folder, name, (db) => {
      convertFirstSchema(former, db);
      migrate(db, join(folder, name));
    });
  } finally {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(former + suffix, { force: true });
  }
}

/** Copies on a connection of its own: the writer's would keep half a gigabyte of pages in memory. */
function copyDatabase({ file, db, mainFd }: Generation, copy: string, isChecked: boolean): void {
  const sha256 = isChecked ? savedMainChecksum(db) : null;
  if (sha256 !== null && sha256OfDescriptor(mainFd) !== sha256)
    throw new StartupError(`${file}: the main file has changed; it was not converted`, "damaged");
  const reader = new Database(file, { readonly: true });
  try {
    const result = isChecked ? reader.pragma("quick_check(1)", { simple: true }) : "ok";
    if (result !== "ok")
      throw new StartupError(`${file}: the database is damaged (${result}); it was not converted`, "damaged");
    reader.prepare("VACUUM INTO ?").run(copy);
  } finally {
    reader.close();
  }
}

/** Disk space that a conversion needs, in multiples of the data's size: a copy, and the new generation with its log. */
export const CONVERSION_SPACE_FACTOR = 3.5;
