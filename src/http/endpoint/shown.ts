import { createHash } from "node:crypto";

/** A number for the content of a response, for the ETag of one that shows more than its record's version. */
export function shownOf(body: unknown): number {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return createHash("sha256").update(text).digest().readUIntBE(0, 6);
}
