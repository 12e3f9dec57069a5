import { read } from "node:fs";
import { promisify } from "node:util";
import { Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import { MAX_CELL_CHARACTERS, MAX_TABLE_COLUMNS } from "../../platform/limits.ts";
import type { Cell } from "./cell.ts";

/** A row of a table as it was read; `number` is the one that the spreadsheet shows beside it. */
export interface ReadRow {
  readonly number: number;
  /** As many as the row has; in CSV empty ones at its end too. */
  readonly cells: readonly ReadCell[];
  /** Cells that are merged across columns: the first one holds the content of all. From 0 on, both ends included. */
  readonly merged?: readonly ColumnRange[];
}

/** Columns beside each other, from 0 on, both ends included. */
export interface ColumnRange {
  readonly first: number;
  readonly last: number;
}

/** The cell of a formula that gave no value: what the spreadsheet shows instead (`#N/A`); empty where its value is not in the file. */
export interface FailedFormula {
  readonly failed: string;
}
export type ReadCell = Cell | FailedFormula;

const PIECE = 256 * 1024;
const readAt = promisify(read);

/** The bytes of an open file from the first on; the descriptor stays open (a stream would close it when left early). */
export async function* bytesOf(descriptor: number): AsyncGenerator<Buffer, void> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await readAt(descriptor, Buffer.alloc(PIECE), 0, PIECE, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** The refusal of a file. */
export function unreadable(words: Message): Invalid {
  return Invalid.field("file", words);
}

/** The refusal of a table with too many columns. */
export function tooManyColumns(): Invalid {
  return unreadable(
    msg(
      `The table has more than ${MAX_TABLE_COLUMNS} columns.`,
      `Tabulka má více než ${MAX_TABLE_COLUMNS} sloupců.`,
    ),
  );
}

/** The refusal of a table with a cell that no spreadsheet would hold. */
export function cellTooLong(): Invalid {
  return unreadable(
    msg(
      `A cell of the table has more than ${MAX_CELL_CHARACTERS} characters.`,
      `Některá buňka tabulky má více než ${MAX_CELL_CHARACTERS} znaků.`,
    ),
  );
}
