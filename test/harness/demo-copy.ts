import { randomBytes } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeSmallFile } from "../../src/storage/files.ts";
import { STATE_FILE } from "../../src/storage/names.ts";

/**
 * Makes `folder` what a box has left that ended there in order: the files of `demo` and a note of its own. A mere copy would be
 * checked as a whole and begin a generation at each of the tests' thousand starts; those of copies make real ones.
 */
export function moveIn(demo: string, folder: string): void {
  cpSync(demo, folder, { recursive: true });
  const path = join(folder, STATE_FILE);
  const kept: object = JSON.parse(readFileSync(path, "utf8"));
  const timeline = randomBytes(6).toString("base64url");
  writeSmallFile(path, (mark) => JSON.stringify({ ...kept, mark, timeline }));
}
