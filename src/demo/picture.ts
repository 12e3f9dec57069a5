import type { PhotoFiles } from "../photos/files.ts";
import { type StoredPhoto, storePicture } from "../photos/photo.ts";

const WIDTH = 640;
const HEIGHT = 480;
const CHANNELS = 3;

type Colour = readonly [red: number, green: number, blue: number];
type Box = readonly [left: number, top: number, width: number, height: number];

const WOOD: Colour = [92, 64, 44];
const CLOTH: Colour = [53, 80, 107];

/** A chair in front of a wall: boxes of pixels, each over the ones before. */
const DRAWING: readonly (readonly [Colour, Box])[] = [
  [
    [216, 212, 204],
    [0, 0, WIDTH, HEIGHT],
  ],
  [
    [160, 152, 136],
    [0, 380, WIDTH, 100],
  ],
  [WOOD, [226, 290, 16, 130]],
  [WOOD, [398, 290, 16, 130]],
  [CLOTH, [230, 70, 180, 180]],
  [CLOTH, [216, 260, 208, 40]],
  [
    [205, 60, 50],
    [250, 120, 90, 6],
  ],
];

/** Creates the demo's photo and stores it like an upload. */
export async function storeDemoPicture(files: PhotoFiles): Promise<StoredPhoto> {
  // Loaded for the fill only: a start with existing data does not wait for it.
  const { default: sharp } = await import("sharp");
  const raw = { width: WIDTH, height: HEIGHT, channels: CHANNELS } as const;
  const photo = await sharp(pixels(), { raw }).jpeg().toBuffer();
  return storePicture(files, photo, () => undefined);
}

function pixels(): Buffer {
  const buffer = Buffer.alloc(WIDTH * HEIGHT * CHANNELS);
  for (const [colour, [left, top, width, height]] of DRAWING) {
    const line = Buffer.alloc(width * CHANNELS, Buffer.from(colour));
    for (let y = top; y < top + height; y++) line.copy(buffer, (y * WIDTH + left) * CHANNELS);
  }
  return buffer;
}
