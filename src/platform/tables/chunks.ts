const CHUNK_CHARACTERS = 32 * 1024;
/** Maximum time without a turn of the event loop. */
const MAX_BLOCKED_MS = 2;

/** Joins texts into chunks. Yields to the event loop in between, even if the chunks are read fast. */
export async function* toChunks(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Buffer, void> {
  let chunk = "";
  let since = performance.now();
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = "";
    if (performance.now() - since < MAX_BLOCKED_MS) continue;
    await new Promise(setImmediate);
    since = performance.now();
  }
  if (chunk !== "") yield Buffer.from(chunk);
}

/** Joins pieces into larger ones, of which only the last is shorter than so many bytes. */
export async function* joined(pieces: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer, void> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < bytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
