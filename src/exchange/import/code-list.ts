import { z } from "zod";
import { MAX_CODES } from "../../articles/codes/codes.ts";
import { msg } from "../../domain/message.ts";
import { scannedText } from "../../http/endpoint/fields.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import { asText, type ParsedCell } from "./cells.ts";
import type { Column } from "./columns.ts";
import { ListCursor } from "./list-cursor.ts";

// The additional codes of an article in one cell, separated by semicolons or lines. A code with either is in quotes: `"A;1"`.

/** The codes as the text of a cell. */
export function codeListText(codes: readonly string[]): string {
  return codes.map(quoted).join("; ");
}

function quoted(code: string): string {
  return /[;\n]|^"/.test(code) ? `"${code.replaceAll('"', '""')}"` : code;
}

/** The codes in the text of a cell. */
export function codesIn(text: string): string[] {
  const codes: string[] = [];
  const cursor = new ListCursor(text);
  while (!cursor.isAtEnd) {
    cursor.skipSpace();
    const inQuotes = cursor.attempt(() => {
      const content = cursor.quoted();
      return cursor.skipSpace() || cursor.isAtEnd || cursor.skip(";") ? content : null;
    });
    const code = (inQuotes ?? cursor.until(";\n")).trim();
    if (code !== "") codes.push(code);
    if (inQuotes === null) cursor.take((character) => character === ";" || character === "\n");
  }
  return codes;
}

function asCodes(cell: Cell): ParsedCell {
  const parsed = asText(cell);
  return "error" in parsed ? parsed : { value: codesIn(String(parsed.value)) };
}

/** The column of the additional codes of articles. */
export const CODES_COLUMN: Column = {
  field: "additionalCodes",
  width: 30,
  title: msg("Additional codes"),
  aliases: ["further codes", "other codes", "další čárové kódy"],
  parse: asCodes,
  schema: z.array(scannedText()).max(MAX_CODES),
};
