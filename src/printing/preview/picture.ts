import { ascii, type Charset, decode } from "../languages/codepages.ts";
import { eplPageSetBy, isTwoDimensional } from "../languages/epl.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import { assertTemplate, languageOf } from "../languages/registry.ts";
import { type LabelValues, subjectOf } from "../languages/template-text.ts";
import { tsplCharsets } from "../languages/tspl.ts";
import { escposCommands, parseCommands, starCommands } from "./receipt-commands.ts";
import { receiptDrawing } from "./receipt-drawing.ts";
import { type Drawing, type LabelSize, zplLabel } from "./zpl-label.ts";

/** A preview of a label: a PNG where its language can be drawn, else its text. */
export interface Picture {
  readonly contentType: "image/png" | "text/plain; charset=utf-8";
  readonly data: Uint8Array;
}

/** A rendered label, or a template with its values. */
export type Label =
  | { readonly bytes: Uint8Array }
  | { readonly template: string; readonly values: LabelValues; readonly paper?: number | undefined };

/** The label's bytes for the printer. Throws Invalid for a template that can't be printed. */
export function renderedBytes(type: PrinterType, label: Label): Buffer {
  if ("bytes" in label) return Buffer.from(label.bytes);
  assertTemplate(label.template, type, subjectOf(label.values));
  return languageOf(type).render(label.template, label.values, 1, label.paper);
}

/** The picture of a rendered label. `png` draws ZPL. */
export async function pictureOf(
  type: PrinterType,
  bytes: Buffer,
  size: LabelSize,
  png: (drawing: Drawing) => Promise<Buffer>,
): Promise<Picture> {
  switch (type) {
    case "zpl":
      return { contentType: "image/png", data: await png(zplLabel(bytes, size)) };
    case "escpos":
    case "star": {
      const parsers = type === "star" ? starCommands() : escposCommands();
      return { contentType: "image/png", data: await png(receiptDrawing(parseCommands(bytes, parsers))) };
    }
    default:
      return { contentType: "text/plain; charset=utf-8", data: Buffer.from(labelText(type, bytes)) };
  }
}

/** The charset that a line sets for itself and the next lines; undefined where it sets none. */
const charsetSetBy = {
  tspl(line: string): Charset | undefined {
    const name = /^\s*CODEPAGE\s+(\S+)/i.exec(line)?.[1];
    return name === undefined ? undefined : (tsplCharsets.get(name.toUpperCase()) ?? ascii);
  },
  epl: eplPageSetBy,
} as const;

/** Decodes a TSPL or EPL label by the code pages that it sets. */
function labelText(type: keyof typeof charsetSetBy, bytes: Buffer): string {
  let charset: Charset = ascii;
  // Latin-1 preserves every byte until the charset of its line is known.
  const lines = bytes.toString("latin1").split(/\r\n|\r|\n/);
  const text = lines.map((line) => {
    charset = charsetSetBy[type](line) ?? charset;
    const bytesOfLine = Buffer.from(line, "latin1");
    return type === "epl" && isTwoDimensional(line) ? bytesOfLine.toString() : decode(bytesOfLine, charset);
  });
  return text.join("\n").trimStart();
}
