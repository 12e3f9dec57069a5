import type { Raw, Sharp } from "sharp";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";
import { damagedImage, MAX_PIXELS, type UndecodedImage } from "./image-limits.ts";

/** Decoded pixels, upright, in sRGB: 8 bits each of red, green, blue and optional alpha. */
export interface Pixels {
  readonly data: Buffer;
  readonly raw: Raw;
}

/** Images that need more decoder memory (progressive JPEG, large or interlaced PNG) are decoded one at a time. Bytes. */
const LARGE_DECODER_BYTES = 64_000_000;
const alone = concurrencyLimit(1, Number.POSITIVE_INFINITY);

type SharpModule = typeof import("sharp").default;
let sharpModule: Promise<SharpModule> | undefined;

/** The image library, loaded on first use: the start of the server does not wait for it. */
function imaging(): Promise<SharpModule> {
  sharpModule ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });
    return sharp;
  });
  return sharpModule;
}

/** Sets the threads of one image: 2 for a single image, otherwise 1, so that counting does not wait. */
export async function useThreads(threads: 1 | 2): Promise<void> {
  (await imaging()).concurrency(threads);
}

/**
 * Decodes an image, rotates it upright by its EXIF orientation and shrinks its longest side to at most `longest` pixels.
 * Throws Invalid if it cannot be decoded completely.
 */
export async function decode(source: UndecodedImage, longest: number): Promise<Pixels> {
  const sharp = await imaging();
  // Any warning of the decoder is damage: harmless errors of cameras are corrected before.
  const options = { failOn: "warning", limitInputPixels: MAX_PIXELS, autoOrient: true } as const;
  const shrink = (ignoreIcc: boolean) => within(sharp(source.bytes, { ...options, ignoreIcc }), longest);

  const work = async () => {
    if (!source.hasRgbProfile) return unpack(shrink(false));
    // Converting colours after shrinking is several times faster. The profile is passed on in a PNG.
    const small = await shrink(true).keepIccProfile().png({ compressionLevel: 0 }).toBuffer();
    return unpack(sharp(small));
  };
  try {
    return await (source.decoderBytes > LARGE_DECODER_BYTES ? alone(work) : work());
  } catch {
    throw damagedImage();
  }
}

/** True if any pixel is transparent. */
export async function isTransparent({ data, raw }: Pixels): Promise<boolean> {
  if (raw.channels !== 4) return false;
  const sharp = await imaging();
  const alpha = await sharp(data, { raw }).extractChannel("alpha").raw().toBuffer();
  return !alpha.equals(Buffer.alloc(alpha.length, 0xff));
}

/** Encodes a file without metadata, longest side at most `longest` pixels: PNG, or JPEG of quality 80 without alpha. */
export async function encode({ data, raw }: Pixels, longest: number, type: "jpg" | "png"): Promise<Buffer> {
  const sharp = await imaging();
  const picture = within(sharp(data, { raw }), longest);
  return (type === "png" ? picture.png() : picture.removeAlpha().jpeg({ quality: 80 })).toBuffer();
}

function within(picture: Sharp, longest: number): Sharp {
  return picture.resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true });
}

async function unpack(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}
