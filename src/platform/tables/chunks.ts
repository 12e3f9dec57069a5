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
