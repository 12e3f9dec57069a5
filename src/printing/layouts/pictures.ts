import type { Sharp } from "sharp";
import { Invalid } from "../../domain/errors.ts";
import {
  type LabelLayout,
  MAX_LAYOUT_PIXELS,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  type PictureElement,
  type Resolution,
} from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import {
  type Bitmap,
  createBitmap,
  DOTS_PER_MM,
  dotsOf,
  PNG_SIGNATURE,
  packRaster,
  setBlack,
  unpackRaster,
} from "../raster/bitmap.ts";
import type { PreparedLayout } from "./render.ts";

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
  // Entries, because an id may be a name such as `__proto__`.
  const found: [string, Bitmap][] = [];
  let pixels = 0;
  for (const [index, element] of elements.entries()) {
    if (element.kind !== "picture") continue;
    const path = `layout.elements.${index}.picture`;
    const bytes = Buffer.from(element.picture, "base64");
    pixels += checkedPixels(bytes, path);
    if (pixels > MAX_LAYOUT_PIXELS)
      throw Invalid.field(path, msg("The pictures of the label have too many pixels together."));
    found.push([element.id, await dots(element, bytes, dpi, path)]);
  }
  return Object.fromEntries(found);
}

/** Width and height of a PNG in its first chunk, from byte 16 (PNG third edition, section 11.2.1). */
const HEADER_END = 24;

/** The pixels of a PNG, by its header. Throws Invalid. */
function checkedPixels(bytes: Buffer, path: string): number {
  if (bytes.length > MAX_PICTURE_BYTES)
    throw Invalid.field(
      path,
      msg("The picture must not be over {max} KiB.", { max: MAX_PICTURE_BYTES / 1024 }),
    );
  if (bytes.length < HEADER_END || !bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
    throw Invalid.field(path, NOT_READABLE);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width > MAX_PICTURE_PIXELS || height > MAX_PICTURE_PIXELS)
    throw Invalid.field(
      path,
      msg("must have at most {max} pixels on each side", { max: MAX_PICTURE_PIXELS }),
    );
  return width * height;
}

async function dots(element: PictureElement, bytes: Buffer, dpi: Resolution, path: string): Promise<Bitmap> {
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

/** A layout for one resolution as plain JSON: its pictures are packed dots in base64, by the ids of their elements. */
export type StoredLayout = ReturnType<typeof storeLayout>;

/** A layout as a job stores it. The PNG files of its pictures are left out. */
export function storeLayout({ layout, dpi, pictures }: PreparedLayout) {
  const elements = layout.elements.map((element) =>
    element.kind === "picture" ? { ...element, picture: "" } : element,
  );
  const packed = Object.entries(pictures).map(([id, bitmap]) => {
    return [id, packRaster({ ...bitmap, dotsPerMm: DOTS_PER_MM[dpi] }).toString("base64")];
  });
  return {
    layout: { ...layout, elements },
    dpi,
    pictures: Object.fromEntries(packed) as Record<string, string>,
  };
}

/** The layout to draw. */
export function restoreLayout({ layout, dpi, pictures }: StoredLayout): PreparedLayout {
  const bitmaps = Object.entries(pictures).map(([id, packed]) => [
    id,
    unpackRaster(Buffer.from(packed, "base64")),
  ]);
  return { layout, dpi, pictures: Object.fromEntries(bitmaps) as PreparedLayout["pictures"] };
}
