const lineEnd = 10;

/**
 * Reads a chunked body (RFC 9112, 7.1) split anywhere: `feed` passes on the data without its framing and returns whether
 * the body has ended. Trailers are skipped.
 */
export function chunkedReader(): { feed(bytes: Buffer, take: (part: Buffer) => void): boolean } {
  let line = "";
  let left = 0;
  let inData = false;
  let inTrailer = false;

  /** Reads one whole line; true when it was the body's last. */
  function takeLine(text: string): boolean {
    if (inTrailer) return text === "";
    if (text === "") return false;
    left = Number.parseInt(text, 16);
    inTrailer = left === 0;
    inData = left > 0;
    return false;
  }

  return {
    feed(bytes, take) {
      let at = 0;
      while (at < bytes.length) {
        if (inData) {
          const part = bytes.subarray(at, at + left);
          take(part);
          at += part.length;
          left -= part.length;
          inData = left > 0;
          continue;
        }
        const end = bytes.indexOf(lineEnd, at);
        if (end < 0) {
          line += bytes.toString("latin1", at);
          return false;
        }
        const text = (line + bytes.toString("latin1", at, end)).trimEnd();
        line = "";
        at = end + 1;
        if (takeLine(text)) return true;
      }
      return false;
    },
  };
}
