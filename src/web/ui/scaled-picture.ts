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

// The EXIF data of a photo contain the orientation of the camera. Browsers up to Chromium 80 ignore it, and the
// output of a
// canvas has no EXIF data, so the picture is rotated here.

/**
 * The canvas transform that draws an image of this EXIF orientation (1 to 8) upright, for its stored width and
 * height.
 */
export function transformOf(
  orientation: number,
  width: number,
  height: number,
): readonly [number, number, number, number, number, number] {
  switch (orientation) {
    case 2:
      return [-1, 0, 0, 1, width, 0];
    case 3:
      return [-1, 0, 0, -1, width, height];
    case 4:
      return [1, 0, 0, -1, 0, height];
    case 5:
      return [0, 1, 1, 0, 0, 0];
    case 6:
      return [0, 1, -1, 0, height, 0];
    case 7:
      return [0, -1, -1, 0, height, width];
    case 8:
      return [0, -1, 1, 0, 0, width];
    default:
      return [1, 0, 0, 1, 0, 0];
  }
}

const EXIF = 0x45786966;
const ORIENTATION = 0x0112;

/** The EXIF orientation of a JPEG from its first bytes; 1 (not rotated) if it has none. */
export function orientationOf(bytes: ArrayBuffer): number {
  const view = new DataView(bytes);
  try {
    if (view.getUint16(0) !== 0xffd8) return 1;
    for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
      const isExif = view.getUint16(at) === 0xffe1 && view.getUint32(at + 4) === EXIF;
      if (isExif) return orientationIn(view, at + 10);
    }
  } catch (error) {
    // The data end early or are invalid: not rotated.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** Within the TIFF structure that starts at `start`. */
function orientationIn(view: DataView, start: number): number {
  const isLittle = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, isLittle);
  const entries = view.getUint16(directory, isLittle);
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12;
    if (view.getUint16(entry, isLittle) === ORIENTATION) return view.getUint16(entry + 8, isLittle);
  }
  return 1;
}
