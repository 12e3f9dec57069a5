import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** SHA-256 (hex) of a file. Not for the main file of a working box: closing it would drop SQLite's locks. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(piece);
  return hash.digest("hex");
}
