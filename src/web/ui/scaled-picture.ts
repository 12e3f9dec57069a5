import { orientationOf, transformOf } from "./upright-picture.ts";

/** The server scales larger photos down to this size. */
const MAX_SIDE_PX = 2048;
const QUALITY = 0.85;
/** The first bytes of a file contain its EXIF data. */
const HEAD_BYTES = 128 * 1024;

/** Thrown when the browser can't read the picture. */
export class NoPicture extends Error {}

/** Scales a photo for the upload: upright, at most 2048 px long, as JPEG. Throws NoPicture. */
export async function scaled(file: Blob): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const image = await loaded(url);
    const isTurned = CSS.supports("image-orientation", "from-image");
    const orientation = isTurned
      ? 1
      : orientationOf(await new Response(file.slice(0, HEAD_BYTES)).arrayBuffer());
    return await toJpeg(drawn(image, orientation));
  } finally {
    URL.revokeObjectURL(url);
  }
}

function loaded(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new NoPicture());
    image.src = url;
  });
}

function drawn(image: HTMLImageElement, orientation: number): HTMLCanvasElement {
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(naturalWidth, naturalHeight));
  const [width, height] = [Math.round(naturalWidth * scale), Math.round(naturalHeight * scale)];
  const isOnItsSide = orientation >= 5;
  const canvas = document.createElement("canvas");
  canvas.width = isOnItsSide ? height : width;
  canvas.height = isOnItsSide ? width : height;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new NoPicture();
  pen.setTransform(...transformOf(orientation, width, height));
  pen.drawImage(image, 0, 0, width, height);
  return canvas;
}

function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob === null ? reject(new NoPicture()) : resolve(blob));
    canvas.toBlob(take, "image/jpeg", QUALITY);
  });
}
