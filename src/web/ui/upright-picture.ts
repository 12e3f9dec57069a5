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
