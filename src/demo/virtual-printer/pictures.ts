import { DomainError } from "../../domain/errors.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import type { PrinterType } from "../../printing/languages/language.ts";
import { drawLabel } from "../../printing/preview/draw.ts";

const MOST_WAITING = 200;
// The box itself draws labels with the same drawer: one at a time leaves it room.
const inTurn = concurrencyLimit(1, MOST_WAITING);
const known = new WeakMap<Buffer, Promise<Uint8Array | null>>();

/** A label as PNG, drawn once; null where it can't be drawn, or not now. */
export function pictureOf(language: PrinterType, bytes: Buffer): Promise<Uint8Array | null> {
  const picture = known.get(bytes) ?? draw(language, bytes);
  known.set(bytes, picture);
  return picture;
}

async function draw(language: PrinterType, bytes: Buffer): Promise<Uint8Array | null> {
  try {
    const { contentType, data } = await inTurn(() => drawLabel(language, bytes));
    return contentType === "image/png" ? data : null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
