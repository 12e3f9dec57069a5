import { MAX_TEXT_LENGTH } from "../../../../domain/text-limits.ts";

/** The name of a label file with the number of the try, from 1 on; a long name is shortened. */
export function numberedName(name: string, n: number): string {
  const suffix = n === 1 ? "" : ` (${n})`;
  const letters = Array.from(name.trim()).slice(0, MAX_TEXT_LENGTH - suffix.length);
  return `${letters.join("").trimEnd()}${suffix}`;
}
