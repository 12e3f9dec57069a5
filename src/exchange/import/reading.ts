import { createHash } from "node:crypto";
import type { ReadText } from "../../platform/tables/csv-read.ts";
import type { HeaderColumn } from "./header.ts";
import type { Decision } from "./options.ts";
import type { ProductId } from "./products/product-file.ts";

/** How a file is read. */
interface Reading {
  /** Names the import, and so its file. */
  readonly importId: number;
  readonly sheet: string | null;
  readonly headerRow: number | null;
  readonly text: ReadText | null;
  readonly product: ProductId | null;
  readonly columns: readonly Pick<HeaderColumn, "field" | "index" | "header">[];
}

/**
 * Names what a cause's values were read from: the file, how it is read, and the column of the cause's field; for a cause of whole
 * rows all columns.
 */
export function readingOf({ columns, ...file }: Reading): (cause: string) => string {
  const all = columns.map(({ field, index, header }) => ({ field, index, header }));
  return (cause) => {
    const [name] = cause.split(".");
    const own = name === "row" ? all : all.filter(({ field }) => field === name);
    return createHash("sha256")
      .update(JSON.stringify([file, own]))
      .digest("hex")
      .slice(0, 16);
  };
}

/** The decisions that were made for this reading of the file, or for whatever it is. Each then belongs to this reading. */
export function decisionsFor(
  decisions: readonly Decision[],
  readingOfCause: (cause: string) => string,
): readonly Decision[] {
  return decisions.flatMap((decision) => {
    const reading = readingOfCause(decision.cause);
    return decision.reading === undefined || decision.reading === reading ? [{ ...decision, reading }] : [];
  });
}
