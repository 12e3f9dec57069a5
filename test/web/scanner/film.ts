import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { code128 } from "../../../src/web/scanner/code128.tsx";
import { drawBars, type Picture } from "./draw-bars.ts";

// Pictures a second.
const RATE = 10;
const BLACK = 16;
const WHITE = 235;
const NO_COLOUR = 128;

/** A part of a film: a code or an empty picture, and its duration. */
export interface Scene {
  readonly code: string | null;
  readonly seconds: number;
}

/** Creates a film of Code 128s, which a browser's camera repeats. Removed when the test ends. Returns its path. */
export function createFilm(scenes: readonly Scene[]): Promise<string> {
  return createFilmOfPictures(
    scenes.map(({ code, seconds }) => ({ picture: code === null ? null : drawBars(code128(code)), seconds })),
  );
}

const SMALLEST = { width: 240, height: 240 };

/** Creates a film (Y4M) of any pictures. */
export async function createFilmOfPictures(
  scenes: readonly { readonly picture: Picture | null; readonly seconds: number }[],
): Promise<string> {
  // All pictures of a film have one size. Colours are given for squares of 2 × 2.
  const pictures = [SMALLEST, ...scenes.map(({ picture }) => picture ?? SMALLEST)];
  const width = 2 * Math.ceil(Math.max(...pictures.map((picture) => picture.width)) / 2);
  const height = 2 * Math.ceil(Math.max(...pictures.map((picture) => picture.height)) / 2);
  const parts: Buffer[] = [Buffer.from(`YUV4MPEG2 W${width} H${height} F${RATE}:1 Ip A1:1 C420jpeg\n`)];
  for (const { picture, seconds } of scenes) {
    const light = Buffer.alloc(width * height, WHITE);
    if (picture !== null) draw(light, width, picture);
    const frame = Buffer.concat([
      Buffer.from("FRAME\n"),
      light,
      Buffer.alloc((width * height) / 2, NO_COLOUR),
    ]);
    for (let count = 0; count < seconds * RATE; count++) parts.push(frame);
  }
  const folder = await mkdtemp(join(tmpdir(), "tallybox-film-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "film.y4m");
  await writeFile(file, Buffer.concat(parts));
  return file;
}

function draw(light: Buffer, width: number, picture: Picture): void {
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      if (picture.data[(y * picture.width + x) * 4] === 0) light[y * width + x] = BLACK;
    }
  }
}

/** Script: records the camera's tracks that the page gets. */
export const RECORD_TRACKS = `{
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  window.tracks = [];
  navigator.mediaDevices.getUserMedia = async (wish) => {
    const stream = await getUserMedia(wish);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
}`;
