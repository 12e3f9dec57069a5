import { readFile } from "node:fs/promises";
import { Invalid, UnsupportedType } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";
import type { UndecodedImage } from "./image-limits.ts";
import { openJpeg } from "./jpeg.ts";
import { decode, encode, isTransparent, thumbnailOf, toJpeg, useThreads } from "./pixels.ts";
import { openPng } from "./png.ts";

/** A processed image. Type and size (pixels) are those of `image`; the thumbnail has the same type. */
export interface Picture {
  readonly image: Buffer;
  readonly thumbnail: Buffer;
  readonly contentType: "image/jpeg" | "image/png";
  readonly extension: "jpg" | "png";
  readonly width: number;
  readonly height: number;
}

const MAX_SIDE = 2048;
const MAX_THUMBNAIL_SIDE = 320;

const jpegStart = Buffer.from("ffd8ff", "hex");
const pngStart = Buffer.from("89504e470d0a1a0a", "hex");

const inTurn = concurrencyLimit(2, 32);
let active = 0;

/**
 * Processes an upload (bytes, or the path of a file) for storing (decisions, Photos): upright, at most 2048 px, sRGB, without
 * metadata, and a 320 px thumbnail. Throws UnsupportedType unless it is a JPEG or PNG, Invalid ("photo") if it is empty,
 * damaged or over 50 megapixels, Unavailable while too many images wait.
 */
export function readPicture(file: string | Buffer): Promise<Picture> {
  return inTurn(async () => {
    active++;
    try {
      await useThreads(active === 1 ? 2 : 1);
      return await pictureOf(file);
    } finally {
      active--;
    }
  });
}

async function pictureOf(file: string | Buffer): Promise<Picture> {
  const source = await openUpload(typeof file === "string" ? await readFile(file) : file);
  return source.mayBeTransparent ? storedAsDecoded(source) : storedAsJpeg(source);
}

async function storedAsJpeg(source: UndecodedImage): Promise<Picture> {
  const { bytes, width, height } = await toJpeg(source, MAX_SIDE);
  const thumbnail = await thumbnailOf(bytes, MAX_THUMBNAIL_SIDE);
  return { image: bytes, thumbnail, contentType: "image/jpeg", extension: "jpg", width, height };
}

/** For an image that may be transparent: its pixels decide. */
async function storedAsDecoded(source: UndecodedImage): Promise<Picture> {
  const pixels = await decode(source, MAX_SIDE);
  const { width, height } = pixels.raw;
  const extension = (await isTransparent(pixels)) ? "png" : "jpg";
  const [image, thumbnail] = await Promise.all([
    encode(pixels, MAX_SIDE, extension),
    encode(pixels, MAX_THUMBNAIL_SIDE, extension),
  ]);
  const contentType = extension === "png" ? "image/png" : "image/jpeg";
  return { image, thumbnail, contentType, extension, width, height };
}

/** Detects the type from the bytes and checks the structure, without decoding. Throws as `readPicture`. */
export async function openUpload(bytes: Buffer): Promise<UndecodedImage> {
  if (bytes.length === 0) throw Invalid.field("photo", msg("The file is empty."));
  if (startsWith(bytes, jpegStart)) return openJpeg(bytes);
  if (startsWith(bytes, pngStart)) return openPng(bytes);
  throw new UnsupportedType(msg("A photo must be a JPG or PNG."));
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}
