import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

/** "More than 50 megapixels: 400" (decisions, Photos). */
export const MAX_PIXELS = 50_000_000;

/** A PNG one row high and 50 million pixels wide would take gigabytes to shrink; panoramas have some 20 000. */
const MAX_SIDE = 32_767;

/** An uploaded picture, looked at but not decoded. */
export interface UndecodedImage {
  /** What the decoder is to be given: the upload without what it need not see. */
  readonly bytes: Buffer;
  /** Colours are described by an embedded profile for red, green and blue. */
  readonly hasRgbProfile: boolean;
  /** Bytes that the decoder may have to hold at once, at most; 0 where it works row by row. */
  readonly decoderBytes: number;
}

/** Throws Invalid for a picture (in pixels, as stored in the upload) that is too large or has no area. */
export function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw damagedImage();
  if (width * height > MAX_PIXELS)
    throw Invalid.field(
      "photo",
      msg("The image has more than 50 megapixels.", "Obrázek má více než 50 megapixelů."),
    );
  if (Math.max(width, height) > MAX_SIDE)
    throw Invalid.field(
      "photo",
      msg(
        `The image is longer than ${MAX_SIDE} pixels.`,
        `Obrázek je delší než ${MAX_SIDE} obrazových bodů.`,
      ),
    );
}

/** The refusal of a picture that can't be read to its end. */
export function damagedImage(): Invalid {
  return Invalid.field(
    "photo",
    msg("The image is damaged or incomplete.", "Obrázek je poškozený nebo neúplný."),
  );
}
