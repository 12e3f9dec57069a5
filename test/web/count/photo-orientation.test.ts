import sharp from "sharp";
import { expect, test } from "vitest";
import { orientationOf, transformOf } from "../../../src/web/ui/scaled-picture.ts";

const WIDTH = 40;
const HEIGHT = 30;

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "a photo with EXIF orientation %s is recognized and drawn upright",
  async (orientation) => {
    const jpeg = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#3a7" } })
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    expect(orientationOf(new Uint8Array(jpeg).buffer)).toBe(orientation);
    const [a, b, c, d, e, f] = transformOf(orientation, WIDTH, HEIGHT);
    const drawn = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];
    const [width, height] = orientation >= 5 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
    // The displayed corner of the stored picture's first row and first column (EXIF 2.3, 4.6.4).
    const corners = { top: 0, left: 0, right: width, bottom: height } as const;
    const places: Readonly<Record<number, readonly [keyof typeof corners, keyof typeof corners]>> = {
      1: ["left", "top"],
      2: ["right", "top"],
      3: ["right", "bottom"],
      4: ["left", "bottom"],
      5: ["left", "top"],
      6: ["right", "top"],
      7: ["right", "bottom"],
      8: ["left", "bottom"],
    };
    const [x, y] = places[orientation] ?? ["left", "top"];
    expect(drawn(0, 0)).toEqual([corners[x], corners[y]]);
    expect(drawn(WIDTH, HEIGHT)).toEqual([width - corners[x], height - corners[y]]);
  },
);

test.each([
  ["a file that is no picture", Buffer.from("hello, this is text")],
  ["an empty file", Buffer.alloc(0)],
  ["a JPEG that ends within its head", Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0x40, 0x00, 0x45, 0x78])],
])("%s is not rotated", (_, bytes) => {
  expect(orientationOf(new Uint8Array(bytes).buffer)).toBe(1);
});
