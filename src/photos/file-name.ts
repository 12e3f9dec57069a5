import type { FileExtension } from "./files.ts";

// Control characters, and those that change the direction of text: a name must read as it is.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The uploaded name without path, with the extension of the stored file. `otherwise`: the name where nothing is left of it. */
export function fileNameOf(name: string, otherwise: string, extension: FileExtension): string {
  const base = name
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    .replace(HIDDEN, "")
    .replace(/\.[^.]*$/, "")
    .trim()
    .slice(0, 190)
    // Removes half of a surrogate pair at the cut.
    .replace(/[\ud800-\udbff]$/, "");
  return `${/^\.*$/.test(base) ? otherwise : base}.${extension}`;
}
