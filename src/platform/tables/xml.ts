import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { DomainError } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { MAX_XML_DEPTH, MAX_XML_TOKEN_BYTES } from "../limits.ts";
import { unreadableFile } from "./source.ts";

/** SAX-style callbacks. Names come without their namespace prefix. */
interface Listener {
  opened(name: string, attributes: Readonly<Record<string, string>>): void;
  closed?(name: string): void;
  text?(text: string): void;
}

/**
 * Reads an XML document chunk by chunk, and yields after each so that the caller can take the results. Throws Invalid if the
 * document is not well-formed, nested too deeply, or has a tag or text that is too long (the parser holds those in memory).
 * A document type declaration is refused, so that no entity is ever expanded or fetched.
 */
export async function* readXml(bytes: Readable, listener: Listener): AsyncGenerator<void, void> {
  const parser = new SaxesParser({ xmlns: false });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const { opened, closed, text } = listener;
  parser.on("doctype", () => {
    throw damagedWorkbook();
  });
  let depth = 0;
  let hasTag = false;
  parser.on("opentag", (tag) => {
    hasTag = true;
    if (++depth > MAX_XML_DEPTH) throw tooDeep();
    opened(local(tag.name), tag.attributes);
  });
  parser.on("closetag", (tag) => {
    hasTag = true;
    depth--;
    closed?.(local(tag.name));
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  try {
    let sinceTag = 0;
    for await (const piece of bytes) {
      hasTag = false;
      parser.write(decoder.decode(piece, { stream: true }));
      sinceTag = hasTag ? 0 : sinceTag + piece.length;
      if (sinceTag > MAX_XML_TOKEN_BYTES) throw tooLong();
      yield;
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    // The errors of the parser and the archive name offsets, which do not help people.
    throw error instanceof DomainError ? error : damagedWorkbook();
  } finally {
    bytes.destroy();
  }
  yield;
}

/** Reads a short XML document as a whole. Throws as `readXml`. */
export async function readWholeXml(bytes: Readable, listener: Listener): Promise<void> {
  for await (const _ of readXml(bytes, listener));
}

/** The error of a damaged workbook. */
export function damagedWorkbook() {
  return unreadableFile(
    msg("The workbook is damaged or not in the XLSX format. Open it in a spreadsheet and save it as XLSX."),
  );
}

function tooDeep() {
  return unreadableFile(
    msg(
      "The workbook's XML is nested more than {max} levels deep. Open it in a spreadsheet and save it as XLSX.",
      { max: MAX_XML_DEPTH },
    ),
  );
}

function tooLong() {
  const kib = MAX_XML_TOKEN_BYTES / 1024;
  return unreadableFile(
    msg(
      "The workbook has a text or an XML tag of more than {kib} KiB. Shorten it, or save the table as CSV.",
      { kib },
    ),
  );
}

function local(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}
