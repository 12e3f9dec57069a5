// A photo says in its EXIF data how the camera was held. Browsers up to Chromium 80 draw it as it lies, and what a canvas
// writes has no EXIF data, so it is turned here.

/** How an image of this EXIF orientation (1 to 8) is drawn upright: the canvas's transform for its width and height as stored. */
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

/** The EXIF orientation of a JPEG by its first bytes; 1 (as it lies) where it says none. */
export function orientationOf(bytes: ArrayBuffer): number {
  const view = new DataView(bytes);
  try {
    if (view.getUint16(0) !== 0xffd8) return 1;
    for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
      const isExif = view.getUint16(at) === 0xffe1 && view.getUint32(at + 4) === EXIF;
      if (isExif) return orientationIn(view, at + 10);
    }
  } catch (error) {
    // Cut off within what was read, or broken: then it lies as it is.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** In the TIFF structure that begins at `start`. */
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
