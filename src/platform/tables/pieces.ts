const PIECE_CHARACTERS = 32 * 1024;
const OTHERS_WAIT_MS = 2;

/** Joins texts into chunks. Yields to the event loop in between, even if the chunks are read fast. */
export async function* toChunks(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Buffer, void> {
  let piece = "";
  let since = performance.now();
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(piece);
    piece = "";
    if (performance.now() - since < OTHERS_WAIT_MS) continue;
    await new Promise(setImmediate);
    since = performance.now();
  }
  if (piece !== "") yield Buffer.from(piece);
}
