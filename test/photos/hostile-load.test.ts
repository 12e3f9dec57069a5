import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Invalid, Unavailable, UnsupportedType } from "../../src/domain/errors.ts";
import { readPicture } from "../../src/photos/picture.ts";
import { times } from "../harness/times.ts";
import { errorOf } from "./image-expectations.ts";
import { chunk, grainy, jpegOfScans, jpegOfSize, pngOfSize, withChunks } from "./samples.ts";

const endOfImage = Buffer.from("ffd9", "hex");

let jpeg: Buffer;
let progressive: Buffer;
let png: Buffer;

beforeAll(async () => {
  jpeg = await grainy(320, 240).jpeg().toBuffer();
  progressive = await grainy(320, 240).jpeg({ progressive: true }).toBuffer();
  png = await grainy(320, 240).png().toBuffer();
});

describe("memory", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hostile-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const packed = () => deflateSync(Buffer.alloc(45_000_000));
  const profile = () => {
    const bytes = Buffer.alloc(45_000_000);
    bytes.writeUInt32BE(bytes.length, 0);
    bytes.write("mntrRGB XYZ ", 12, "latin1");
    bytes.write("acsp", 36, "latin1");
    return deflateSync(bytes);
  };
  const bombs: [string, string, () => Buffer][] = [
    ["a PNG that claims 20 000 x 20 000", "Invalid", () => pngOfSize(20_000, 20_000)],
    ["a JPEG that claims 20 000 x 20 000", "Invalid", () => jpegOfSize(jpeg, 20_000, 20_000)],
    ["a PNG whose 90 texts unpack to 4 GB", "jpg", () => withChunks(png, ...texts(90, packed()))],
    [
      "a PNG whose profile unpacks to 45 MB",
      "jpg",
      () => withChunks(png, chunk("iCCP", Buffer.concat([Buffer.from("x\0\0"), profile()]))),
    ],
    [
      "a PNG whose data goes on far beyond its size",
      "jpg",
      () => Buffer.concat([png.subarray(0, -12), chunk("IDAT", packed()), chunk("IEND")]),
    ],
    [
      "a JPEG of 20 MB of stuffed bytes",
      "jpg",
      () => Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(20_000_000, "ff00", "hex"), endOfImage]),
    ],
  ];

  test.each(bombs)("stays bounded for %s", async (_, outcome, make) => {
    const { outcomes, grown } = await readElsewhere(make(), 1);
    expect(outcomes).toEqual([outcome]);
    expect(grown).toBeLessThan(100);
  });

  test("is used for one picture at a time where the decoder holds all of it", async () => {
    const large = sharp({ create: { width: 8000, height: 6000, channels: 3, background: "#123456" } });
    const upload = await large.jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
    const { outcomes, grown } = await readElsewhere(upload, 2);
    expect(outcomes).toEqual(["jpg", "jpg"]);
    const coefficients = (8000 * 6000 * 3 * 2) / 2 ** 20;
    expect(grown).toBeLessThan(1.6 * coefficients);
  });

  /** Reads the upload so many times at once in a process of its own; returns the growth of that process in MB at most. */
  async function readElsewhere(
    upload: Buffer,
    times: number,
  ): Promise<{ outcomes: string[]; grown: number }> {
    const path = join(folder, "upload");
    await writeFile(path, upload);
    const reader = join(import.meta.dirname, "peak-memory.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [reader, path, String(times)]);
    return JSON.parse(stdout);
  }

  const texts = (count: number, content: Buffer) =>
    Array.from({ length: count }, (_, i) =>
      chunk("zTXt", Buffer.concat([Buffer.from(`key${i}\0\0`), content])),
    );
});

test("100 scans are accepted", async () => {
  expect(await readPicture(jpegOfScans(100))).toMatchObject({ width: 8, height: 8 });
});

test("a picture with any changed bytes is stored clean or refused", async () => {
  const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255));
  const changes = fc.array(change, { minLength: 1, maxLength: 20 });
  const anyUpload = fc.tuple(fc.nat(2), changes, fc.option(fc.double({ min: 0, max: 1, noNaN: true })));
  const isExpected = (error: unknown) => error instanceof Invalid || error instanceof UnsupportedType;

  await fc.assert(
    fc.asyncProperty(anyUpload, async ([which, places, cut]) => {
      const upload = Buffer.from([jpeg, progressive, png][which] ?? jpeg);
      for (const [place, value] of places) upload[Math.floor(place * (upload.length - 1))] = value;
      const sent = cut === null ? upload : upload.subarray(0, Math.floor(cut * upload.length));
      const error = await errorOf(sent);
      if (error !== undefined && !isExpected(error)) throw error;
    }),
    { numRuns: times(200) },
  );
});

test("two pictures are processed and 32 wait at once, and one more is refused for now", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 35 }, () => readPicture(jpeg)));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toEqual([{ status: "rejected", reason: expect.any(Unavailable) }]);
  expect(outcomes.at(-1)).toBe(refused[0]);
});
