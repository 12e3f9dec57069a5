import { readSync, writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { Message } from "../../domain/message.ts";
import type { Row } from "./values.ts";

// The checked rows of a file, one line of JSON each, so that exactly the rows of the dry run are applied. The files are
// unlinked, so that they vanish with the process.

/** A row with errors as it is in the file, without secrets. */
export interface ErrorRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly messages: readonly Message[];
}

const CHUNK_BYTES = 256 * 1024;

/** A file of rows. `end` flushes the last ones. */
export interface RowWriter<T> {
  add(row: T): void;
  end(): void;
}

/** Writes rows to an open, empty file. Throws ENOSPC if the disk is full. */
export function createRowWriter<T extends Row | ErrorRow>(descriptor: number): RowWriter<T> {
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
      if (text.length >= CHUNK_BYTES) flush();
    },
    end: flush,
  };
}

/** Reads the rows of the file. Can be called repeatedly. */
export function readRows(descriptor: number): Generator<Row, void> {
  return readLines<Row>(descriptor);
}

/** Reads the rows with errors of the file. */
export function readErrorRows(descriptor: number): Generator<ErrorRow, void> {
  return readLines<ErrorRow>(descriptor);
}

function* readLines<T>(descriptor: number): Generator<T, void> {
  const decoder = new StringDecoder("utf8");
  const piece = Buffer.alloc(CHUNK_BYTES);
  let rest = "";
  for (let position = 0; ; ) {
    const bytes = readSync(descriptor, piece, 0, CHUNK_BYTES, position);
    if (bytes === 0) return;
    position += bytes;
    const lines = (rest + decoder.write(piece.subarray(0, bytes))).split("\n");
    rest = lines.pop() ?? "";
    // Only `createRowWriter` writes this file.
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
