import type { Readable } from "node:stream";

/** Waits for output that matches, and returns the pattern's first group. Throws when the output ends before. */
export function outputOf(stream: Readable, pattern: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    // Reading continues afterwards, because a full pipe blocks the program.
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    stream.on("end", () => reject(new Error(`ended with: ${text}`)));
  });
}
