import { msg } from "../../domain/message.ts";
import { bytesOf, unreadableFile } from "./source.ts";

/** Encodings of text without a byte order mark. */
export const ENCODINGS = ["utf-8", "windows-1250"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Chooses the decoder of a file: UTF-16 with a byte order mark, else the requested encoding. Null: UTF-8 if the whole file is
 * well-formed UTF-8, else Windows-1250. Throws Invalid if the file is not text.
 */
export async function decoderOf(descriptor: number, requested: Encoding | null): Promise<TextDecoder> {
  const strict = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  let isUtf8 = true;
  for await (const bytes of bytesOf(descriptor)) {
    const marked = isFirst ? utf16Of(bytes) : null;
    if (marked !== null) return new TextDecoder(marked);
    isFirst = false;
    if (bytes.includes(0)) throw noText();
    if (!isUtf8) continue;
    try {
      strict.decode(bytes, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  if (isUtf8) {
    try {
      strict.decode();
    } catch {
      isUtf8 = false;
    }
  }
  return new TextDecoder(requested ?? (isUtf8 ? "utf-8" : "windows-1250"));
}

function utf16Of(bytes: Buffer): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

function noText() {
  return unreadableFile(msg("The file is not a CSV or XLSX table."));
}
