import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { assertSize, damagedImage, type UndecodedImage } from "./image-limits.ts";

const unpack = promisify(inflate);

/** Far more than encoders write. */
const MAX_CHUNKS = 65_536;

/** The maximum of a JPEG. Entries multiply in memory. */
const MAX_EXIF_BYTES = 65_536;

/** Inflated bytes. Usual profiles have 100 bytes to a few 100 KB. */
const MAX_PROFILE_BYTES = 4_194_304;

const pixelChunks = new Set(["PLTE", "tRNS", "IDAT", "IEND"]);

/** RGB colour types (PNG third edition, 11.2.1); 3 has a palette. */
const rgbTypes = new Set([2, 3, 6]);

interface Chunk {
  readonly type: string;
  readonly content: Buffer;
  /** With length, type and checksum. */
  readonly bytes: Buffer;
}

/**
 * Reads the structure of a PNG (PNG third edition, section 5) without decoding it. Throws Invalid if it is too large,
 * truncated or damaged. The result's `bytes` hold the still image, orientation and colour profile, without texts (they may
 * inflate to gigabytes), animation and data after the end. `isDecoded`: false for a file that is only kept, of any size.
 */
export async function openPng(bytes: Buffer, isDecoded = true): Promise<UndecodedImage> {
  const [header, ...chunks] = chunksOf(bytes);
  if (header?.type !== "IHDR" || header.content.length !== 13) throw damagedImage();
  const { decodedBytes, isRgb } = readHeader(header.content, isDecoded);

  const profile = await soundProfile(chunks);
  const orientation = chunks.find(({ type }) => type === "eXIf");
  const selected = chunks.filter(
    (chunk) =>
      pixelChunks.has(chunk.type) ||
      chunk === profile ||
      (chunk === orientation && chunk.content.length <= MAX_EXIF_BYTES),
  );
  const signature = bytes.subarray(0, 8);
  return {
    bytes: Buffer.concat([signature, ...[header, ...selected].map((chunk) => chunk.bytes)]),
    mayBeTransparent: true,
    hasRgbProfile: profile !== undefined && isRgb,
    decoderBytes: decodedBytes,
  };
}

/** All chunks up to and including IEND. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length && chunks.length < MAX_CHUNKS; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    const type = bytes.toString("latin1", at + 4, at + 8);
    chunks.push({ type, content: bytes.subarray(at + 8, end - 4), bytes: bytes.subarray(at, end) });
    if (type === "IEND") return chunks;
    at = end;
  }
  throw damagedImage();
}

/** Reads IHDR (PNG third edition, 11.2.1). Throws Invalid for an image that is too large. */
function readHeader(content: Buffer, isDecoded: boolean): { decodedBytes: number; isRgb: boolean } {
  const width = content.readUInt32BE(0);
  const height = content.readUInt32BE(4);
  assertSize(width, height, isDecoded);
  const isRgb = rgbTypes.has(content.readUInt8(9));
  const bytesPerSample = content.readUInt8(8) === 16 ? 2 : 1;
  const samplesWithAlpha = isRgb ? 4 : 2;
  return { decodedBytes: width * height * samplesWithAlpha * bytesPerSample, isRgb };
}

/** The first colour profile with a moderate inflated size. A damaged profile is ignored. */
async function soundProfile(chunks: readonly Chunk[]): Promise<Chunk | undefined> {
  const chunk = chunks.find(({ type }) => type === "iCCP");
  if (!chunk) return undefined;
  const packed = chunk.content.subarray(chunk.content.indexOf(0) + 2);
  return unpack(packed, { maxOutputLength: MAX_PROFILE_BYTES }).then(
    () => chunk,
    () => undefined,
  );
}
