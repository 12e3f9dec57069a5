import { beforeAll, describe, expect, test } from "vitest";
import { Invalid, UnsupportedType } from "../../src/domain/errors.ts";
import { readPicture } from "../../src/photos/picture.ts";
import { errorOf } from "./image-expectations.ts";
import {
  chunk,
  grainy,
  jpegOfScans,
  jpegOfSize,
  pngOfSize,
  quarters,
  segment,
  withChunks,
  withSegments,
} from "./samples.ts";

const startOfScan = Buffer.from("ffda", "hex");
const endOfImage = Buffer.from("ffd9", "hex");

let jpeg: Buffer;
let progressive: Buffer;
let png: Buffer;

beforeAll(async () => {
  jpeg = await grainy(320, 240).jpeg().toBuffer();
  progressive = await grainy(320, 240).jpeg({ progressive: true }).toBuffer();
  png = await grainy(320, 240).png().toBuffer();
});

/** The upload with the bytes from `share` of its length on replaced. */
function spoilt(upload: Buffer, share: number, by: (length: number) => Buffer): Buffer {
  const kept = upload.subarray(0, Math.floor(upload.length * share));
  return Buffer.concat([kept, by(upload.length - kept.length)]);
}

/** Bytes without pattern, the same in every run. */
function noise(length: number): Buffer {
  let state = 12345;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state >>> 24;
    }),
  );
}

const noSamples = () => Buffer.alloc(0);
const zeros = (length: number) => Buffer.alloc(length);

describe("a file that is not JPEG or PNG is refused by its bytes", () => {
  test.each<[string, Buffer | string]>([
    ["GIF", "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"],
    ["WebP", "RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0"],
    ["TIFF", "II*\0\x08\0\0\0"],
    ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0heicmif1"],
    ["SVG", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"],
    [
      "SVG that names a file",
      "<?xml version='1.0'?><!DOCTYPE s [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><svg>&f;</svg>",
    ],
    ["BMP", "BM\x3a\0\0\0"],
    ["PDF", "%PDF-1.7"],
    ["HTML", "<!doctype html><title>x</title>"],
    ["JPEG 2000", "\0\0\0\x0cjP  \r\n\x87\n"],
    ["JPEG XL", "\xff\x0a"],
    ["a space before a PNG", " \x89PNG\r\n\x1a\n"],
    ["one byte", "\xff"],
    ["the beginning of a signature", "\x89PNG\r\n"],
  ])("%s", async (_, upload) => {
    const error = await errorOf(Buffer.from(upload as string, "latin1"));
    expect(error).toBeInstanceOf(UnsupportedType);
  });
});

describe("a damaged picture is refused", () => {
  const damaged: [string, () => Buffer][] = [
    ["nothing at all", () => Buffer.alloc(0)],
    ["a JPEG cut at half", () => spoilt(jpeg, 0.5, noSamples)],
    ["a JPEG cut within its header", () => spoilt(jpeg, 0.02, noSamples)],
    ["a JPEG without its last two bytes", () => jpeg.subarray(0, -2)],
    ["a JPEG's start alone", () => Buffer.from("ffd8ff", "hex")],
    ["a JPEG's start and end", () => Buffer.from("ffd8ffd9", "hex")],
    ["a JPEG whose second half is noise", () => spoilt(jpeg, 0.5, noise)],
    [
      "a JPEG whose second half is noise, but for its end",
      () => Buffer.concat([spoilt(jpeg, 0.5, noise), endOfImage]),
    ],
    ["a JPEG whose second half never reached the disk", () => spoilt(jpeg, 0.5, zeros)],
    ["a JPEG header, then noise", () => Buffer.concat([headerOf(jpeg), noise(20_000)])],
    ["a JPEG header, then its end", () => Buffer.concat([headerOf(jpeg), endOfImage])],
    [
      "a JPEG header, then a page",
      () => Buffer.concat([headerOf(jpeg), Buffer.from("<html>".repeat(500)), endOfImage]),
    ],
    [
      "a JPEG without a frame",
      () => Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(jpeg.indexOf(startOfScan))]),
    ],
    ["a JPEG 0 pixels wide", () => jpegOfSize(jpeg, 0, 240)],
    ["a JPEG 0 pixels high", () => jpegOfSize(jpeg, 320, 0)],
    ["a JPEG higher than its data", () => jpegOfSize(jpeg, 320, 2400)],
    ["a progressive JPEG cut at half", () => spoilt(progressive, 0.5, noSamples)],
    ["a progressive JPEG whose second half is noise", () => spoilt(progressive, 0.5, noise)],
    [
      "a JPEG of 3 000 segments",
      () => withSegments(jpeg, ...Array.from({ length: 3000 }, () => segment(0xe5, ""))),
    ],
    ["a JPEG of 101 scans", () => jpegOfScans(101)],
    ["a PNG cut at half", () => spoilt(png, 0.5, noSamples)],
    ["a PNG without its end", () => png.subarray(0, -12)],
    ["a PNG's signature alone", () => png.subarray(0, 8)],
    ["a PNG's signature, then noise", () => Buffer.concat([png.subarray(0, 8), noise(5000)])],
    ["a PNG whose second half is noise", () => spoilt(png, 0.5, noise)],
    ["a PNG whose second half never reached the disk", () => spoilt(png, 0.5, zeros)],
    [
      "a PNG with one wrong byte amid its data",
      () => withByte(png, png.length >> 1, (png.at(png.length >> 1) ?? 0) ^ 1),
    ],
    [
      "a PNG whose data are not compressed",
      () => Buffer.concat([png.subarray(0, 33), chunk("IDAT", noise(5000)), chunk("IEND")]),
    ],
    ["a PNG without data", () => Buffer.concat([png.subarray(0, 33), chunk("IEND")])],
    ["a PNG 0 pixels wide", () => pngOfSize(0, 100)],
    ["a PNG higher than its data", () => pngOfSize(100, 100)],
    ["a PNG of 70 000 chunks", () => withChunks(png, ...Array.from({ length: 70_000 }, () => chunk("teXt")))],
  ];

  test.each(damaged)("%s", async (_, make) => {
    const error = await errorOf(make());
    expect(error).toBeInstanceOf(Invalid);
    expect(error).toMatchObject({ fieldErrors: [{ path: "photo" }] });
  });
});

function headerOf(picture: Buffer): Buffer {
  const scan = picture.indexOf(startOfScan);
  return picture.subarray(0, scan + 2 + picture.readUInt16BE(scan + 2));
}

function withByte(upload: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(upload);
  changed[at] = value;
  return changed;
}

describe("small errors that cameras write are accepted", () => {
  const harmless: [string, () => Buffer][] = [
    [
      "stray bytes between segments",
      () => withSegments(jpeg, segment(0xe5, "x"), Buffer.from("000000", "hex")),
    ],
    ["stray bytes before the end", () => Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(7), endOfImage])],
    ["fill bytes before the end", () => Buffer.concat([jpeg.subarray(0, -1), Buffer.from("ffffd9", "hex")])],
    ["a scan header for a progressive picture", () => withByte(jpeg, headerOf(jpeg).length - 2, 0)],
    ["a second picture after the end", () => Buffer.concat([jpeg, progressive, Buffer.alloc(100)])],
    ["something after a PNG's end", () => Buffer.concat([png, Buffer.from("<html>")])],
    ["a wrong checksum beside the picture", () => withChunks(png, chunk("gAMA", "abcd").fill(0, 12))],
  ];

  test.each(harmless)("%s", async (_, make) => {
    expect(await readPicture(make())).toMatchObject({ contentType: "image/jpeg", width: 320, height: 240 });
  });
});

describe("more than 50 megapixels are refused from the header alone", () => {
  const sizes: [number, number, RegExp | undefined][] = [
    [20_000, 20_000, /50 megapixels/],
    [10_000, 5_001, /50 megapixels/],
    [65_535, 65_535, /50 megapixels/],
    [50_000, 1, /32,767 pixels/],
    [1, 50_000, /32,767 pixels/],
    // Not too large, so it is decoded and found to be empty.
    [10_000, 5_000, /damaged/],
  ];

  test.each(sizes)("%i x %i", async (width, height, words) => {
    const jpegHeader = headerOf(jpegOfSize(jpeg, width, height));
    for (const upload of [jpegHeader, pngOfSize(width, height)]) {
      expect(await errorOf(upload)).toMatchObject({
        name: "Invalid",
        message: expect.stringMatching(words ?? /./),
      });
    }
  });

  test("a PNG of the format's largest size", async () => {
    expect(await errorOf(pngOfSize(2 ** 31 - 1, 2 ** 31 - 1))).toMatchObject({ message: /50 megapixels/ });
  });

  test("50 megapixels are accepted", async () => {
    const { width, height } = await readPicture(await quarters(10_000, 5_000).jpeg().toBuffer());
    expect([width, height]).toEqual([2048, 1024]);
  });
});
