import { read } from "node:fs";
import { promisify } from "node:util";
import { Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import { MAX_CELL_CHARACTERS, MAX_TABLE_COLUMNS } from "../limits.ts";
import type { Cell } from "./cell.ts";

/** A row as it was read. `number` is its row number in the spreadsheet. */
export interface ReadRow {
  readonly number: number;
  /** All cells of the row. In CSV this includes empty ones at the end. */
  readonly cells: readonly ReadCell[];
  /** Cells merged across columns; the first one holds the content. */
  readonly merged?: readonly ColumnRange[];
  /** What the formats of numbers name beside them, such as a currency, by the index of the cell. */
  readonly currencies?: ReadonlyMap<number, string>;
}

/** A range of columns from 0, inclusive. */
export interface ColumnRange {
  readonly first: number;
  readonly last: number;
}

/** The cell of a formula without a value: the error text (`#N/A`), or empty if the file holds no value. */
interface FailedFormula {
  readonly failed: string;
}
/** The value of a read cell, or the error of its formula. */
export type ReadCell = Cell | FailedFormula;

/** Whether a cell has more than white space. */
export const isFilled = (cell: ReadCell): boolean =>
  typeof cell === "string" ? cell.trim() !== "" : cell !== null;

const CHUNK_BYTES = 256 * 1024;
const readAt = promisify(read);

/** Reads an open file from its start. The descriptor stays open; a stream would close it on an early end. */
export async function* bytesOf(descriptor: number): AsyncGenerator<Buffer, void> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await readAt(
      descriptor,
      Buffer.alloc(CHUNK_BYTES),
      0,
      CHUNK_BYTES,
      position,
    );
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** The error of a file that can't be read. */
export function unreadableFile(message: Message): Invalid {
  return Invalid.field("file", message);
}

/** The error of a table with too many columns. */
export function tooManyColumns(): Invalid {
  return unreadableFile(
    msg("The table has more than {max} columns.", {
      max: MAX_TABLE_COLUMNS,
    }),
  );
}

/** The error of a cell that is too long for a spreadsheet. */
export function cellTooLong(): Invalid {
  return unreadableFile(
    msg("A cell of the table has more than {max} characters.", { max: MAX_CELL_CHARACTERS }),
  );
}
