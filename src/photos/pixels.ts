import type { Raw, Sharp } from "sharp";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";
import { damagedImage, MAX_PIXELS, type UndecodedImage } from "./image-limits.ts";

/** Decoded pixels, upright, in sRGB: 8 bits each of red, green, blue and optional alpha. */
interface Pixels {
  readonly data: Buffer;
  readonly raw: Raw;
}

/** An encoded image with its size in pixels. */
interface EncodedImage {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
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
  return limited(source, async () => unpack(await shrink(source, longest)));
}

/**
 * Does `decode` and `encode` to a JPEG in one pass. The pixels stay outside V8, which would collect all garbage for each few
 * megabytes of them. For an image without alpha.
 */
export async function toJpeg(source: UndecodedImage, longest: number): Promise<EncodedImage> {
  return limited(source, async () => {
    const { data, info } = await jpeg(await shrink(source, longest)).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });
}

async function shrink(source: UndecodedImage, longest: number): Promise<Sharp> {
  const sharp = await imaging();
  // Any warning of the decoder is damage: harmless errors of cameras are corrected before.
  const options = { failOn: "warning", limitInputPixels: MAX_PIXELS, autoOrient: true } as const;
  const small = within(sharp(source.bytes, { ...options, ignoreIcc: source.hasRgbProfile }), longest);
  if (!source.hasRgbProfile) return small;
  // Converting colours after shrinking is several times faster. The profile is passed on in a PNG.
  return sharp(await small.keepIccProfile().png({ compressionLevel: 0 }).toBuffer());
}

async function limited<T>({ decoderBytes }: UndecodedImage, work: () => Promise<T>): Promise<T> {
  try {
    return await (decoderBytes > LARGE_DECODER_BYTES ? alone(work) : work());
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
  return (type === "png" ? picture.png() : jpeg(picture.removeAlpha())).toBuffer();
}

/** Shrinks an own JPEG to a thumbnail. The decoder shrinks meanwhile. */
export async function thumbnailOf(image: Buffer, longest: number): Promise<Buffer> {
  const sharp = await imaging();
  return jpeg(within(sharp(image), longest)).toBuffer();
}

function jpeg(picture: Sharp): Sharp {
  return picture.jpeg({ quality: 80 });
}

function within(picture: Sharp, longest: number): Sharp {
  return picture.resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true });
}

async function unpack(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}
