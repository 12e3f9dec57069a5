import type { Sharp } from "sharp";
import { Invalid } from "../../domain/errors.ts";
import {
  type LabelLayout,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  type PictureElement,
  type Resolution,
} from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import { type Bitmap, createBitmap, setBlack } from "../raster/bitmap.ts";
import { dotsOf } from "./dots.ts";

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
/** Pixels that are darker are printed. */
const MEDIUM_GREY = 128;

type SharpModule = typeof import("sharp").default;
let sharpModule: Promise<SharpModule> | undefined;

/** The image library, loaded with the first picture. It reads PNG only. */
function imaging(): Promise<SharpModule> {
  sharpModule ??= import("sharp").then(({ default: sharp }) => sharp);
  return sharpModule;
}

/** The pictures of a layout as dots, by the ids of their elements. Throws Invalid that names a picture that can't be read. */
export async function preparePictures(
  { elements }: LabelLayout,
  dpi: Resolution,
): Promise<Record<string, Bitmap>> {
  const found: Record<string, Bitmap> = {};
  for (const [index, element] of elements.entries())
    if (element.kind === "picture")
      found[element.id] = await dots(element, dpi, `layout.elements.${index}.picture`);
  return found;
}

async function dots(element: PictureElement, dpi: Resolution, path: string): Promise<Bitmap> {
  const bytes = Buffer.from(element.picture, "base64");
  if (bytes.length > MAX_PICTURE_BYTES)
    throw Invalid.field(
      path,
      msg("The picture must not be over {max} KiB.", { max: MAX_PICTURE_BYTES / 1024 }),
    );
  if (!bytes.subarray(0, PNG.length).equals(PNG)) throw Invalid.field(path, NOT_READABLE);
  const sharp = await imaging();
  const source = sharp(bytes, { failOn: "warning", limitInputPixels: MAX_PICTURE_PIXELS ** 2 });
  try {
    return await shrunk(source, dotsOf(element.widthMm, dpi), dotsOf(element.heightMm, dpi));
  } catch {
    throw Invalid.field(path, NOT_READABLE);
  }
}

const NOT_READABLE = msg("must be a PNG picture");

async function shrunk(source: Sharp, width: number, height: number): Promise<Bitmap> {
  const { data, info } = await source
    .flatten({ background: "#ffffff" })
    .greyscale()
    .resize({ width, height, fit: "inside" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bitmap = createBitmap(info.width, info.height);
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++)
      if ((data[(y * info.width + x) * info.channels] ?? MEDIUM_GREY) < MEDIUM_GREY) setBlack(bitmap, x, y);
  return bitmap;
}
