import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { readPicture } from "../../src/photos/picture.ts";
import { createFolder } from "../harness/folder.ts";
import { expectColours, upright } from "./image-expectations.ts";
import {
  blue,
  chunk,
  corners,
  grainy,
  green,
  orientationTag,
  quarters,
  red,
  segment,
  white,
  withChunks,
  withSegments,
} from "./samples.ts";

async function sizeOf(file: Buffer): Promise<string> {
  const { width, height } = await sharp(file).metadata();
  return `${width}x${height}`;
}

describe("a picture is stored", () => {
  test.each<[string, string, string, string]>([
    ["a large one shrunk", "2100x1400", "2048x1365", "320x213"],
    ["a high one shrunk", "525x2150", "500x2048", "78x320"],
    ["one of just the size as it is", "2048x2048", "2048x2048", "320x320"],
    ["a small one never enlarged", "100x50", "100x50", "100x50"],
    ["one smaller than screen, larger than thumbnail", "640x480", "640x480", "320x240"],
    ["the smallest", "1x1", "1x1", "1x1"],
    ["a line", "9000x1", "2048x1", "320x1"],
  ])("%s: %s becomes %s and %s", async (_, size, stored, thumbnail) => {
    const [width = 0, height = 0] = size.split("x").map(Number);
    const picture = sharp({ create: { width, height, channels: 3, background: "#888" } });
    for (const upload of [await picture.clone().jpeg().toBuffer(), await picture.clone().png().toBuffer()]) {
      const picture = await readPicture(upload);
      expect(picture).toMatchObject({ contentType: "image/jpeg", extension: "jpg" });
      expect(`${picture.width}x${picture.height}`).toBe(stored);
      expect([await sizeOf(picture.image), await sizeOf(picture.thumbnail)]).toEqual([stored, thumbnail]);
    }
  });

  test("from a file's path with the same result as from its bytes", async () => {
    const path = join(createFolder(), "upload");
    const upload = await quarters(400, 300).jpeg().toBuffer();
    writeFileSync(path, upload);
    expect(await readPicture(path)).toEqual(await readPicture(upload));
  });

  test("with JPEG quality 80", async () => {
    const upload = quarters(400, 300);
    const { image } = await readPicture(await upload.clone().png().toBuffer());
    expect(image).toEqual(await upload.clone().jpeg({ quality: 80 }).toBuffer());
  });
});

describe("its type", () => {
  const half = (picture: Sharp) => picture.ensureAlpha(0.5);
  const kinds: [string, "jpg" | "png", () => Promise<Buffer>][] = [
    ["a JPEG", "jpg", () => quarters(80, 60).jpeg().toBuffer()],
    ["a progressive JPEG", "jpg", () => quarters(80, 60).jpeg({ progressive: true }).toBuffer()],
    ["a CMYK JPEG", "jpg", () => quarters(80, 60).toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer()],
    ["a PNG", "jpg", () => quarters(80, 60).png().toBuffer()],
    ["an interlaced PNG", "jpg", () => quarters(80, 60).png({ progressive: true }).toBuffer()],
    ["a 16-bit PNG", "jpg", () => quarters(80, 60).toColourspace("rgb16").png().toBuffer()],
    ["a PNG with a palette", "jpg", () => quarters(80, 60).png({ palette: true }).toBuffer()],
    [
      "a PNG whose alpha channel hides nothing",
      "jpg",
      () => quarters(80, 60).ensureAlpha(1).png().toBuffer(),
    ],
    ["a PNG with transparency", "png", () => half(quarters(80, 60)).png().toBuffer()],
    [
      "an interlaced PNG with transparency",
      "png",
      () => half(quarters(80, 60)).png({ progressive: true }).toBuffer(),
    ],
    [
      "a 16-bit PNG with transparency",
      "png",
      () => half(quarters(80, 60)).toColourspace("rgb16").png().toBuffer(),
    ],
    ["a palette with transparency", "png", () => half(quarters(80, 60)).png({ palette: true }).toBuffer()],
  ];

  test.each(kinds)("of %s is %s, and the picture looks the same", async (kind, extension, make) => {
    const picture = await readPicture(await make());
    expect(picture.extension).toBe(extension);
    expect(picture.contentType).toBe(extension === "png" ? "image/png" : "image/jpeg");
    for (const file of [picture.image, picture.thumbnail]) {
      const { format, space, depth } = await sharp(file).metadata();
      expect([format, space, depth]).toEqual([extension === "png" ? "png" : "jpeg", "srgb", "uchar"]);
      const expected = extension === "png" ? upright.map((colour) => [...colour, 127]) : upright;
      if (kind !== "a CMYK JPEG") expectColours(await corners(file), expected);
    }
  });

  test.each<[string, () => Promise<Buffer>]>([
    ["JPEG", () => quarters(80, 60).greyscale().jpeg().toBuffer()],
    ["PNG", () => quarters(80, 60).greyscale().png().toBuffer()],
  ])("a grey %s stays grey", async (_, make) => {
    const { image } = await readPicture(await make());
    for (const [r = 0, g = 0, b = 0] of await corners(image))
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(3);
  });

  test("a grey PNG keeps its transparency", async () => {
    const upload = await sharp(Buffer.from([90, 40, 90, 40]), { raw: { width: 2, height: 1, channels: 2 } })
      .png()
      .toBuffer();
    const picture = await readPicture(upload);
    expect(picture.extension).toBe("png");
    expectColours(await corners(picture.image), [[90, 90, 90, 40]]);
  });

  test("of a large PNG stays PNG for one transparent pixel", async () => {
    const [width, height] = [3000, 2000];
    const data = Buffer.alloc(width * height * 4, 255);
    data[(1234 * width + 567) * 4 + 3] = 0;
    const upload = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    expect((await readPicture(upload)).extension).toBe("png");
  });

  test("an animated PNG becomes its first frame", async () => {
    const still = await quarters(80, 60).png().toBuffer();
    const frame = chunk("fcTL", Buffer.alloc(26));
    const animated = withChunks(
      still,
      chunk("acTL", Buffer.from("0000000200000000", "hex")),
      frame,
      chunk("fdAT", "junk"),
    );
    expect(await readPicture(animated)).toEqual(await readPicture(still));
  });
});

describe("it is stored upright", () => {
  const turned: [number, string, (readonly number[])[]][] = [
    [1, "80x40", [red, green, blue, white]],
    [2, "80x40", [green, red, white, blue]],
    [3, "80x40", [white, blue, green, red]],
    [4, "80x40", [blue, white, red, green]],
    [5, "40x80", [red, blue, green, white]],
    [6, "40x80", [blue, red, white, green]],
    [7, "40x80", [white, green, blue, red]],
    [8, "40x80", [green, white, red, blue]],
  ];

  test.each(turned)("EXIF orientation %i", async (orientation, size, colours) => {
    const exif = orientationTag(orientation);
    const uploads = [
      withSegments(
        await quarters(80, 40).jpeg().toBuffer(),
        segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif])),
      ),
      withChunks(await quarters(80, 40).png().toBuffer(), chunk("eXIf", exif)),
    ];
    for (const upload of uploads) {
      const picture = await readPicture(upload);
      expect(`${picture.width}x${picture.height}`).toBe(size);
      for (const file of [picture.image, picture.thumbnail]) {
        expect(await sizeOf(file)).toBe(size);
        expectColours(await corners(file), colours);
      }
    }
  });

  test("and shrunk by its longest side after turning", async () => {
    const exif = Buffer.concat([Buffer.from("Exif\0\0"), orientationTag(6)]);
    const picture = await readPicture(
      withSegments(await grainy(3000, 1000).jpeg().toBuffer(), segment(0xe1, exif)),
    );
    expect([picture.width, picture.height]).toEqual([683, 2048]);
  });
});
