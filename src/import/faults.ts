import type { Words } from "../words.ts";

/** What is wrong at one place of a file. */
export interface RowFault {
  /** The row's number as the spreadsheet shows it; 1 for what is wrong with the table as a whole. */
  readonly row: number;
  /** What the file calls the column; null where it is none of them. */
  readonly column: string | null;
  readonly words: Words;
}

/** More are counted, but not told. */
const MOST_TOLD = 10_000;

/** Collects what is wrong with a file. */
export interface Faults {
  add(row: number, column: string | null, words: Words): void;
  count(): number;
  /** The first ten thousand. */
  told(): readonly RowFault[];
}

export function collectFaults(): Faults {
  const told: RowFault[] = [];
  let count = 0;
  return {
    add(row, column, words) {
      count++;
      if (told.length < MOST_TOLD) told.push({ row, column, words });
    },
    count: () => count,
    told: () => told,
  };
}
