import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

/** "More than 50 megapixels: 400" (decisions, Photos). */
export const mostPixels = 50_000_000;

/** A PNG one row high and 50 million pixels wide would take gigabytes to shrink; panoramas have some 20 000. */
const longestSide = 32_767;

/** An uploaded picture, looked at but not decoded. */
export interface Source {
  /** What the decoder is to be given: the upload without what it need not see. */
  readonly bytes: Buffer;
  /** Colours are described by an embedded profile for red, green and blue. */
  readonly hasRgbProfile: boolean;
  /** Bytes that the decoder may have to hold at once, at most; 0 where it works row by row. */
  readonly held: number;
}

/** Throws Invalid for a picture (in pixels, as stored in the upload) that is too large or has no area. */
export function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw broken();
  if (width * height > mostPixels)
    throw Invalid.field(
      "photo",
      msg("The image has more than 50 megapixels.", "Obrázek má více než 50 megapixelů."),
    );
  if (Math.max(width, height) > longestSide)
    throw Invalid.field(
      "photo",
      msg(
        `The image is longer than ${longestSide} pixels.`,
        `Obrázek je delší než ${longestSide} obrazových bodů.`,
      ),
    );
}

/** The refusal of a picture that can't be read to its end. */
export function broken(): Invalid {
  return Invalid.field(
    "photo",
    msg("The image is damaged or incomplete.", "Obrázek je poškozený nebo neúplný."),
  );
}
