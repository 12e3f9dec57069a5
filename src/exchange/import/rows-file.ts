import { closeSync, openSync, readSync, writeSync } from "node:fs";
import type { Message } from "../../domain/message.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import type { Field, Row } from "./table-fields.ts";

// The checked rows of a file, one line of JSON each, so that exactly the rows of the dry run are applied. The files of a check
// are unlinked, so that they vanish with the process. The job that applies the rows has a copy (job-rows.ts).

/** A row with errors as it is in the file, without secrets. */
export interface ErrorRow {
  readonly number: number;
  readonly cells: readonly Cell[];
  readonly messages: readonly Message[];
  /** The fields whose default the row would get. */
  readonly defaulted: readonly Field[];
}

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 10;

/** A file of rows. `end` flushes those that are not yet in the file. */
export interface RowWriter<T> {
  add(row: T): void;
  end(): void;
}

/** Writes rows to an open, empty file. Throws ENOSPC if the disk is full. */
export function createRowWriter<T extends Row | ErrorRow>(descriptor: number): RowWriter<T> {
  const { add, end } = createLineWriter(descriptor);
  return { add: (row) => add(JSON.stringify(row)), end };
}

/** Writes lines to an open, empty file. Throws ENOSPC if the disk is full. */
export function createLineWriter(descriptor: number): RowWriter<string> {
  let text = "";
  let position = 0;
  const flush = () => {
    const bytes = Buffer.from(text);
    text = "";
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, null, position + at);
    position += bytes.length;
  };
  return {
    add(line) {
      text += `${line}\n`;
      if (text.length >= CHUNK_BYTES) flush();
    },
    end: flush,
  };
}

/** A row of a file, with the position of the next one. */
export interface PositionedRow {
  readonly row: Row;
  /** Byte offset of the next row. */
  readonly end: number;
}

/** Reads bytes at a position of a file; 0 bytes: the end. */
type ReadPiece = (piece: Buffer, position: number) => number;

/** Reads the rows of the file. Can be called repeatedly. */
export function* readRows(descriptor: number): Generator<Row, void> {
  for (const { value } of readLines<Row>(readFrom(descriptor), 0)) yield value;
}

/** Reads the rows with errors of the file. */
export function* readErrorRows(descriptor: number): Generator<ErrorRow, void> {
  for (const { value } of readLines<ErrorRow>(readFrom(descriptor), 0)) yield value;
}

/** Reads the rows of a file with a name, from a byte offset. The file is open only while it is read. */
export function* readNamedRows(path: string, from: number): Generator<PositionedRow, void> {
  const readPiece: ReadPiece = (piece, position) => {
    const descriptor = openSync(path, "r");
    try {
      return readSync(descriptor, piece, 0, CHUNK_BYTES, position);
    } finally {
      closeSync(descriptor);
    }
  };
  for (const { value, end } of readLines<Row>(readPiece, from)) yield { row: value, end };
}

function readFrom(descriptor: number): ReadPiece {
  return (piece, position) => readSync(descriptor, piece, 0, CHUNK_BYTES, position);
}

function* readLines<T>(readPiece: ReadPiece, from: number): Generator<{ value: T; end: number }, void> {
  /** The pieces of a row whose end is not read yet. */
  let pieces: Buffer[] = [];
  let start = from;
  for (let position = from; ; ) {
    const piece = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readPiece(piece, position);
    if (read === 0) return;
    position += read;
    pieces.push(piece.subarray(0, read));
    if (!piece.subarray(0, read).includes(LINE_FEED)) continue;
    const bytes = Buffer.concat(pieces);
    let at = 0;
    for (let end = bytes.indexOf(LINE_FEED, at); end !== -1; end = bytes.indexOf(LINE_FEED, at)) {
      // Only `createRowWriter` and `saveJobRows` write these files.
      const value = JSON.parse(bytes.toString("utf8", at, end)) as T;
      at = end + 1;
      yield { value, end: start + at };
    }
    pieces = [bytes.subarray(at)];
    start += at;
  }
}
