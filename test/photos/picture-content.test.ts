import type { Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { readPicture } from "../../src/photos/picture.ts";
import { expectColours, upright } from "./image-expectations.ts";
import { chunk, corners, quarters, segment, withChunks, withSegments } from "./samples.ts";

describe("its colours", () => {
  test.each<[string, () => Promise<Buffer>]>([
    ["JPEG", () => quarters(80, 60).withIccProfile("p3").jpeg({ quality: 95 }).toBuffer()],
    ["PNG", () => quarters(80, 60).withIccProfile("p3").png().toBuffer()],
    ["16-bit PNG", () => quarters(80, 60).toColourspace("rgb16").withIccProfile("p3").png().toBuffer()],
    ["transparent PNG", () => quarters(80, 60).ensureAlpha(0.5).withIccProfile("p3").png().toBuffer()],
    ["CMYK JPEG", () => quarters(80, 60).withIccProfile("cmyk").jpeg({ quality: 95 }).toBuffer()],
  ])("are converted to sRGB from the profile of a %s", async (kind, make) => {
    const upload = await make();
    const { image } = await readPicture(upload);
    // Ink can't show such colours: the library's conversion without the product's shortcut is as near as possible.
    const expected = kind === "CMYK JPEG" ? await corners(upload) : upright;
    expectColours(await corners(image), expected);
  });

  test.each(["junk", "junk".repeat(100)])("survive an invalid profile (%#)", async (junk) => {
    const jpeg = await quarters(80, 60).jpeg().toBuffer();
    const uploads = [
      withSegments(jpeg, segment(0xe2, `ICC_PROFILE\0\x01\x01${junk}`)),
      withChunks(await quarters(80, 60).png().toBuffer(), chunk("iCCP", `x\0\0${junk}`)),
    ];
    for (const upload of uploads) expectColours(await corners((await readPicture(upload)).image), upright);
  });
});

describe("it holds nothing but the picture", () => {
  const secret = "GPS 50.0755 N 14.4378 E";
  let jpeg: Buffer;
  let png: Buffer;

  beforeAll(async () => {
    const exif = { IFD0: { Copyright: secret }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "50/1 4/1 31/1" } };
    const marked = (picture: Sharp) =>
      picture.withExif(exif).withXmp(`<x>${secret}</x>`).withIccProfile("p3");
    const metadata = [
      segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${secret}</x>`),
      segment(0xed, `Photoshop 3.0\0${secret}`),
      segment(0xef, secret),
      segment(0xfe, secret),
    ];
    const trailer = Buffer.from(`<html><script>alert("${secret}")</script></html>`);
    jpeg = Buffer.concat([
      withSegments(await marked(quarters(80, 60)).jpeg().toBuffer(), ...metadata),
      trailer,
    ]);
    const texts = ["tEXt", "iTXt", "prVt"].map((type) => chunk(type, `Comment\0${secret}`));
    png = Buffer.concat([withChunks(await marked(quarters(80, 60)).png().toBuffer(), ...texts), trailer]);
  });

  test("as JPEG", async () => {
    for (const upload of [jpeg, png]) {
      const { image, thumbnail } = await readPicture(upload);
      for (const file of [image, thumbnail]) {
        expect(markersOf(file).filter((code) => code >= 0xe1)).toEqual([]);
        expect(file.subarray(-2)).toEqual(Buffer.from("ffd9", "hex"));
        expect(file.includes(secret) || file.includes("html")).toBe(false);
      }
    }
  });

  test("as PNG", async () => {
    const { image, thumbnail, extension } = await readPicture(
      withChunks(
        await quarters(80, 60)
          .ensureAlpha(0.5)
          .withExif({ IFD0: { Copyright: secret } })
          .withIccProfile("p3")
          .png()
          .toBuffer(),
        chunk("tEXt", `Comment\0${secret}`),
      ),
    );
    expect(extension).toBe("png");
    for (const file of [image, thumbnail]) {
      expect(
        chunksOf(file).filter((type) => !["IHDR", "PLTE", "tRNS", "pHYs", "IDAT", "IEND"].includes(type)),
      ).toEqual([]);
      expect(file.includes(secret)).toBe(false);
    }
  });
});

function markersOf(jpeg: Buffer): number[] {
  const codes: number[] = [];
  for (let at = 2; codes.at(-1) !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    codes.push(jpeg.readUInt8(at + 1));
  return codes;
}

function chunksOf(png: Buffer): string[] {
  const types: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    types.push(png.toString("latin1", at + 4, at + 8));
  return types;
}
