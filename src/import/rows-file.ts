import { readSync, writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { Row } from "./values.ts";

// The rows of a file as they were read and checked, a line of JSON each: what the dry run has seen is what is applied. The
// files have no name on the disk, so that nothing of them outlives the process.

const PIECE = 256 * 1024;

/** Writes rows to an open, empty file; `end` after the last. Throws where the disk takes no more. */
export function rowWriter(descriptor: number): { add(row: Row): void; end(): void } {
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
export function* rowsIn(descriptor: number): Generator<Row, void> {
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
    for (const line of lines) yield JSON.parse(line) as Row;
  }
}
