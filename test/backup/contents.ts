import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What every file in a folder and the folders in it holds, by its hash. Without locks and SQLite's index of the log:
 * closing one in the process that holds it would give the lock up.
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
