/** Reads a stream to its end, as UTF-8. Null: it has more than `max` bytes. */
export async function limitedText(stream: AsyncIterable<Uint8Array>, max: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > max) return null;
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString();
}
