import { MAX_PICTURE_BYTES } from "../../../../../domain/label-layout.ts";
import { NoPicture } from "../../../../ui/scaled-picture.ts";

/** The longest side of a picture in pixels: 50 mm at 300 dpi. */
const MAX_SIDE_PX = 600;
/** Each try is smaller by this factor, until the file is small enough. */
const SHRINK = 0.75;
const MIN_SIDE_PX = 32;

/** A picture as a layout stores it. */
interface StoredPicture {
  /** A PNG as base64. */
  readonly picture: string;
  readonly width: number;
  readonly height: number;
}

/** Makes a picture file of any format that the browser reads a small PNG on white. Throws NoPicture. */
export async function storedPicture(file: Blob): Promise<StoredPicture> {
  const image = await createImageBitmap(file).catch(() => {
    throw new NoPicture();
  });
  let scale = Math.min(1, MAX_SIDE_PX / Math.max(image.width, image.height));
  for (;;) {
    const width = Math.max(1, Math.round(image.width * scale));
    const height = Math.max(1, Math.round(image.height * scale));
    const picture = drawnOnWhite(image, width, height);
    if (picture.length * 0.75 <= MAX_PICTURE_BYTES) return { picture, width, height };
    if (Math.max(width, height) < MIN_SIDE_PX) throw new NoPicture();
    scale *= SHRINK;
  }
}

function drawnOnWhite(image: ImageBitmap, width: number, height: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new NoPicture();
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}
