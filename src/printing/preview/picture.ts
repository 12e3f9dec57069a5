import { languageOf, type PrinterType } from "../languages/language.ts";
import type { Values } from "../languages/placeholders.ts";
import { checkTemplate } from "../languages/template.ts";
import { escposCommands } from "./escpos-commands.ts";
import { labelText } from "./label-text.ts";
import { receiptDrawing } from "./receipt-drawing.ts";
import { ordersIn } from "./receipt-orders.ts";
import { starCommands } from "./star-commands.ts";
import { type Drawing, type LabelSize, zplLabel } from "./zpl-label.ts";

/** A label as a person sees it: drawn where its language can be drawn, else its text. */
export interface Picture {
  readonly contentType: "image/png" | "text/plain; charset=utf-8";
  readonly data: Uint8Array;
}

/** A rendered label, or a template with the values that go into it. */
export type Label = { readonly bytes: Uint8Array } | { readonly template: string; readonly values: Values };

/** The bytes for the printer. Throws Invalid for a template that can't be printed. */
export function renderedBytes(type: PrinterType, label: Label): Buffer {
  if ("bytes" in label) return Buffer.from(label.bytes);
  checkTemplate(label.template, type);
  return languageOf(type).render(label.template, label.values, 1);
}

/** The picture of a rendered label; `png` draws ZPL. */
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
      return { contentType: "image/png", data: await png(receiptDrawing(ordersIn(bytes, escposCommands()))) };
    case "star":
      return { contentType: "image/png", data: await png(receiptDrawing(ordersIn(bytes, starCommands()))) };
    default:
      return { contentType: "text/plain; charset=utf-8", data: Buffer.from(labelText(type, bytes)) };
  }
}
