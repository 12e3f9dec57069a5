import { readSync, writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { Message } from "../../domain/message.ts";
import type { Row } from "./values.ts";

// The rows of a file as they were read and checked, a line of JSON each: what the dry run has seen is what is applied. The
// files have no name on the disk, so that nothing of them outlives the process.

/** A row with errors as it stood in the file, its secrets left out. */
export interface ErrorRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly messages: readonly Message[];
}

const PIECE = 256 * 1024;

/** Writes rows to an open, empty file; `end` after the last. Throws where the disk takes no more. */
export function rowWriter<T extends Row | ErrorRow>(descriptor: number): { add(row: T): void; end(): void } {
  let text = "";
  let position = 0;
  const flush = () => {
    const bytes = Buffer.from(text);
    text = "";
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, null, position + at);
    position += bytes.length;
  };
  return {
    add(row) {
      text += `${JSON.stringify(row)}\n`;
      if (text.length >= PIECE) flush();
    },
    end: flush,
  };
}

/** The rows that were written to the file, as often as they are wanted. */
export function rowsIn(descriptor: number): Generator<Row, void> {
  return linesIn<Row>(descriptor);
}

/** The rows with errors that were written to the file. */
export function errorRowsIn(descriptor: number): Generator<ErrorRow, void> {
  return linesIn<ErrorRow>(descriptor);
}

function* linesIn<T>(descriptor: number): Generator<T, void> {
  const decoder = new StringDecoder("utf8");
  const piece = Buffer.alloc(PIECE);
  let rest = "";
  for (let position = 0; ; ) {
    const bytes = readSync(descriptor, piece, 0, PIECE, position);
    if (bytes === 0) return;
    position += bytes;
    const lines = (rest + decoder.write(piece.subarray(0, bytes))).split("\n");
    rest = lines.pop() ?? "";
    // Nobody but `rowWriter` writes there.
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
