import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

/** "More than 50 megapixels: 400" (decisions, Photos). */
export const MAX_PIXELS = 50_000_000;

/** Longest side in pixels. Wider PNGs would take gigabytes to shrink; panoramas have about 20 000. */
const MAX_SIDE = 32_767;

/** A checked upload, not decoded yet. */
export interface UndecodedImage {
  /** Input of the decoder: the upload without irrelevant parts. */
  readonly bytes: Buffer;
  readonly mayBeTransparent: boolean;
  /** The image has an embedded RGB colour profile. */
  readonly hasRgbProfile: boolean;
  /** Maximum memory of the decoder in bytes; 0: it works row by row. */
  readonly decoderBytes: number;
}

/**
 * Throws Invalid for an image that is empty, or too large to be decoded where it will be. Width and height in pixels, as stored in
 * the upload.
 */
export function assertSize(width: number, height: number, isDecoded: boolean): void {
  if (width === 0 || height === 0) throw damagedImage();
  if (!isDecoded) return;
  if (width * height > MAX_PIXELS)
    throw Invalid.field("photo", msg("The image has more than 50 megapixels."));
  if (Math.max(width, height) > MAX_SIDE)
    throw Invalid.field(
      "photo",
      msg("The image is longer than {max} pixels.", {
        max: MAX_SIDE,
      }),
    );
}

/** The error for an image that cannot be decoded completely. */
export function damagedImage(): Invalid {
  return Invalid.field("photo", msg("The image is damaged or incomplete."));
}
