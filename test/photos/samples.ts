import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** Corner colours, in reading order, of the pictures made here. */
export const red = [230, 20, 20] as const;
export const green = [20, 200, 20] as const;
export const blue = [20, 20, 230] as const;
export const white = [250, 250, 250] as const;

/** A picture whose quarters are red, green, blue and white, still to be encoded. */
export function quarters(width: number, height: number): Sharp {
  const row = (left: readonly number[], right: readonly number[]) =>
    Buffer.concat([
      Buffer.alloc(Math.ceil(width / 2) * 3, Buffer.from(left)),
      Buffer.alloc(Math.floor(width / 2) * 3, Buffer.from(right)),
    ]);
  const data = Buffer.concat([
    Buffer.alloc(Math.ceil(height / 2) * width * 3, row(red, green)),
    Buffer.alloc(Math.floor(height / 2) * width * 3, row(blue, white)),
  ]);
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A picture that does not compress well, so that a byte in its middle matters. */
export function grainy(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
}

/** The pixels in the middle of the four quarters, in reading order, as [red, green, blue] or with alpha. */
export async function corners(file: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    return [...data.subarray(start, start + info.channels)];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

/** A JPEG segment: marker code and content. */
export function segment(code: number, content: Buffer | string): Buffer {
  const bytes = toBytes(content);
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

/** The JPEG with more segments right after its start. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** An Exif block with the orientation alone. */
export function orientationTag(orientation: number): Buffer {
  const tag = Buffer.from("4d4d002a000000080001011200030000000100000000" + "00000000", "hex");
  tag.writeUInt16BE(orientation, 18);
  return tag;
}

/** A sound progressive JPEG (8 x 8, grey) that sends its 64 coefficients bit by bit, in up to 883 scans. */
export function jpegOfScans(count: number): Buffer {
  const oneSymbol = `\x01${"\0".repeat(15)}\0`;
  const scan = (coefficient: number, bits: number) =>
    Buffer.concat([
      segment(0xda, Buffer.from([1, 1, 0, coefficient, coefficient, bits])),
      Buffer.from("7f", "hex"),
    ]);
  const scans = [scan(0, 0)];
  for (let coefficient = 1; coefficient < 64; coefficient += 1) {
    scans.push(scan(coefficient, 13));
    for (let bit = 12; bit >= 0; bit -= 1) scans.push(scan(coefficient, ((bit + 1) << 4) | bit));
  }
  return Buffer.concat([
    Buffer.from("ffd8", "hex"),
    segment(0xdb, `\0${"\x01".repeat(64)}`),
    segment(0xc2, Buffer.from("080008000801011100", "hex")),
    segment(0xc4, `\x00${oneSymbol}`),
    segment(0xc4, `\x10${oneSymbol}`),
    ...scans.slice(0, count),
    Buffer.from("ffd9", "hex"),
  ]);
}

/** A PNG chunk with its length and checksum. */
export function chunk(type: string, content: Buffer | string = ""): Buffer {
  const body = Buffer.concat([toBytes(type), toBytes(content)]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(body.length - 4, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** The PNG with more chunks right after its header. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const afterHeader = 33;
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

/** A PNG with a declared size and almost no data. */
export function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.from("00000000000000000802000000", "hex");
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", Buffer.from("789c030000000001", "hex")),
    chunk("IEND"),
  ]);
}

/** The JPEG with another size written into its frame header. */
export function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from("ffc00011", "hex"));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

function toBytes(content: Buffer | string): Buffer {
  return typeof content === "string" ? Buffer.from(content, "latin1") : content;
}
