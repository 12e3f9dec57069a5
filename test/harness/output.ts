import type { Readable } from "node:stream";

/** Waits until a program has written this, and gives what the pattern's first group found. Throws when it ends before. */
export function outputOf(stream: Readable, pattern: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    // It is read on afterwards: a program whose output nobody reads comes to a stop.
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    stream.on("end", () => reject(new Error(`ended with: ${text}`)));
  });
}
