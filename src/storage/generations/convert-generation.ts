import { rmSync } from "node:fs";
import { join } from "node:path";
import { convertFirstSchema } from "../database/convert.ts";
import { migrate } from "../database/migrations.ts";
import { UNFINISHED_PREFIX } from "../file-names.ts";
import { createGeneration, type Generation } from "./generations.ts";

/**
 * Creates a generation of the current schema from one of the first schema, which does not change. The new files appear complete
 * or not at all. Needs room for both and for a copy.
 */
export function convertGeneration(folder: string, from: Generation, name: string): void {
  const former = join(folder, `${UNFINISHED_PREFIX}former-${name}`);
  try {
    from.db.prepare("VACUUM INTO ?").run(former);
    createGeneration(folder, name, (db) => {
      convertFirstSchema(former, db);
      migrate(db, join(folder, name));
    });
  } finally {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(former + suffix, { force: true });
  }
}

/** Room that a conversion needs, in multiples of the data's size: a copy, and the new generation with its log. */
export const CONVERSION_ROOM = 3;
