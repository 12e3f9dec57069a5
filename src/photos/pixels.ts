import type { Raw, Sharp } from "sharp";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";
import { damagedImage, MAX_PIXELS, type UndecodedImage } from "./image-limits.ts";

/** Decoded pixels, upright and in sRGB: 8 bits each of red, green, blue and perhaps alpha. */
export interface Pixels {
  readonly data: Buffer;
  readonly raw: Raw;
}

/** Decoders that hold more than this (progressive JPEG, large or interlaced PNG) work one at a time. */
const LARGE_DECODER_BYTES = 64_000_000;
const alone = concurrencyLimit(1, Number.POSITIVE_INFINITY);

type SharpModule = typeof import("sharp").default;
let sharpModule: Promise<SharpModule> | undefined;

/** The image library, loaded with the first picture: the start of the box need not wait for it. */
function imaging(): Promise<SharpModule> {
  sharpModule ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });
    return sharp;
  });
  return sharpModule;
}

/** How many threads a picture may use from now on: both cores for one alone, else counting would wait. */
export async function useThreads(threads: 1 | 2): Promise<void> {
  (await imaging()).concurrency(threads);
}

/**
 * Decodes a picture, turns it upright by its EXIF orientation and shrinks it so that its longest side is at most
 * `longest` pixels. Throws Invalid if it can't be decoded to its end.
 */
export async function decode(source: UndecodedImage, longest: number): Promise<Pixels> {
  const sharp = await imaging();
  // whatever the decoder warns of is damage: the harmless faults of cameras were put right before
  const options = { failOn: "warning", limitInputPixels: MAX_PIXELS, autoOrient: true } as const;
  const shrink = (ignoreIcc: boolean) => within(sharp(source.bytes, { ...options, ignoreIcc }), longest);

  const work = async () => {
    if (!source.hasRgbProfile) return unpack(shrink(false));
    // converting colours after shrinking is several times as fast as before it; the profile travels in a PNG
    const small = await shrink(true).keepIccProfile().png({ compressionLevel: 0 }).toBuffer();
    return unpack(sharp(small));
  };
  try {
    return await (source.decoderBytes > LARGE_DECODER_BYTES ? alone(work) : work());
  } catch {
    throw damagedImage();
  }
}

/** Whether any pixel lets something through. */
export async function isTransparent({ data, raw }: Pixels): Promise<boolean> {
  if (raw.channels !== 4) return false;
  const sharp = await imaging();
  const alpha = await sharp(data, { raw }).extractChannel("alpha").raw().toBuffer();
  return !alpha.equals(Buffer.alloc(alpha.length, 0xff));
}

/** A file without metadata, its longest side at most `longest` pixels: PNG, or JPEG of quality 80 without alpha. */
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
