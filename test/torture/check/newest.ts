import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

const GENERATION = /^tally-.*\.db$/;

/** The generation in use: the newest one. Throws where none exists. */
export function newestGeneration(folder: string): string {
  const newest = readdirSync(folder)
    .filter((name) => GENERATION.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) throw new Error(`no database in ${folder}: ${readdirSync(folder).join(" ")}`);
  return newest;
}

/**
 * Runs `look` on a copy of the folder's newest generation, so that nothing is changed. The server may be running, and may
 * rotate meanwhile.
 */
export function onNewest<T>(folder: string, look: (db: Database.Database) => T): T {
  const copy = mkdtempSync(join(folder, "..", "look-"));
  try {
    let name: string;
    do {
      name = newestGeneration(folder);
      for (const suffix of ["", "-wal"]) {
        const file = join(folder, name + suffix);
        if (existsSync(file)) cpSync(file, join(copy, name + suffix));
      }
    } while (name !== newestGeneration(folder));
    const db = new Database(join(copy, name));
    try {
      return look(db);
    } finally {
      db.close();
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}
