import type { AddendumContent } from "./addendum-file.ts";

type Link = Pick<AddendumContent, "number" | "record" | "previous"> & { readonly sha256: string };

/** Why addenda are not those of a record (its SHA-256 as JSON) from the first on, without a gap; null: they are. */
export function findBreak(record: string, addenda: readonly Link[]): string | null {
  let previous: string | null = null;
  for (const [index, addendum] of addenda.toSorted((one, other) => one.number - other.number).entries()) {
    const { number, sha256 } = addendum;
    if (addendum.record !== record) return `addendum ${number} is one of another record`;
    if (number !== index + 1) return `addendum ${index + 1} is missing, or another one is given twice`;
    if (addendum.previous !== previous) return `addendum ${number} does not follow the one before it`;
    previous = sha256;
  }
  return null;
}
