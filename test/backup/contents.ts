import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The hashes of all files in a folder and its subfolders. Locks and SQLite's index of the log are left out: closing one
 * in the process that holds it would release the lock.
 */
export function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter(
    (name) => !/tallybox\.lock|-shm$/.test(name) && lstatSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}
