import { setImmediate as yieldTurn } from "node:timers/promises";
import { assertSize, damagedImage, type UndecodedImage } from "./image-limits.ts";

const endOfImage = 0xd9;
const startOfScan = 0xda;
const app2 = 0xe2;

/** Far more than cameras write. */
const MAX_SEGMENTS = 2_000;

/** Progressive images have about 10. Each scan is a pass over all pixels. */
const MAX_SCANS = 100;

/** Steps before yielding to the event loop: a few milliseconds. */
const STEPS_PER_TURN = 65_536;

/** A marker with its segment, from `start` to `end`. */
interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
  readonly content: Buffer;
}

/** A frame header (ITU T.81, B.2.2). */
interface Frame {
  readonly pixels: number;
  readonly components: number;
  readonly isProgressive: boolean;
  readonly isLossless: boolean;
}

/**
 * Reads the structure of a JPEG (ITU T.81, annex B) without decoding it. Throws Invalid if it is too large, truncated or
 * damaged. The result's `bytes` are without small errors of cameras, data between segments and data after the end. `isDecoded`: false
 * for a file that is only kept, of any size.
 */
export async function openJpeg(bytes: Buffer, isDecoded = true): Promise<UndecodedImage> {
  const { frame, segments, hasProfile, scan } = await readHead(bytes, isDecoded);
  const isOneScan = !frame.isProgressive && scan.content[0] === frame.components;
  const end = await endOfScans(bytes, scan.end, isOneScan ? 1 : MAX_SCANS);
  const scanHead = Buffer.from(bytes.subarray(scan.start, scan.end));
  // A sequential scan always has all coefficients. Some phones write other values; the file is not damaged then.
  if (isOneScan && !frame.isLossless) scanHead.set([0, 63, 0], scanHead.length - 3);
  return {
    bytes: Buffer.concat([...segments, scanHead, bytes.subarray(scan.end, end)]),
    mayBeTransparent: false,
    hasRgbProfile: hasProfile && frame.components === 3,
    decoderBytes: isOneScan ? 0 : frame.pixels * frame.components * 2,
  };
}

/** All segments before the first scan. */
async function readHead(bytes: Buffer, isDecoded: boolean) {
  const segments = [bytes.subarray(0, 2)];
  let frame: Frame | undefined;
  let hasProfile = false;
  let segment = await nextSegment(bytes, 2);
  for (let count = 0; segment.marker !== endOfImage && count < MAX_SEGMENTS; count += 1) {
    const { marker, start, end, content } = segment;
    if (marker === startOfScan && frame) return { frame, segments, hasProfile, scan: segment };
    if (isFrame(marker)) frame ??= readFrame(marker, content, isDecoded);
    if (marker === app2) hasProfile ||= content.toString("latin1", 0, 12) === "ICC_PROFILE\0";
    segments.push(bytes.subarray(start, end));
    segment = await nextSegment(bytes, end);
  }
  throw damagedImage();
}

/** The end of an image with at most `most` scans. The data of the first scan starts at `from`. */
async function endOfScans(bytes: Buffer, from: number, max: number): Promise<number> {
  let segment = await nextSegment(bytes, from);
  let scans = 1;
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    if (segment.marker === endOfImage) return segment.end;
    scans += segment.marker === startOfScan ? 1 : 0;
    // After a single scan, any other marker is damage.
    if (max === 1 || scans > max) break;
    segment = await nextSegment(bytes, segment.end);
  }
  throw damagedImage();
}

async function nextSegment(bytes: Buffer, from: number): Promise<Segment> {
  const at = await nextMarker(bytes, from);
  const marker = bytes.readUInt8(at);
  const start = at - 1;
  if (marker === endOfImage) return { marker, start, end: at + 1, content: Buffer.alloc(0) };
  const length = at + 3 <= bytes.length ? bytes.readUInt16BE(at + 1) : 0;
  const end = at + 1 + length;
  if (length < 2 || end > bytes.length) throw damagedImage();
  return { marker, start, end, content: bytes.subarray(at + 3, end) };
}

/** The index of the next marker code from `from`. Skips image data and restart markers. */
async function nextMarker(bytes: Buffer, from: number): Promise<number> {
  let passed = 0;
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (isMarker(bytes[at + 1])) return at + 1;
    passed += 1;
    if (passed % STEPS_PER_TURN === 0) await yieldTurn();
  }
  throw damagedImage();
}

/** Not a stuffed zero, a fill byte or RST0 to RST7. */
function isMarker(code = 0): boolean {
  return code !== 0x00 && code !== 0xff && (code < 0xd0 || code > 0xd7);
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which stand among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(marker: number, content: Buffer, isDecoded: boolean): Frame {
  const components = content[5];
  if (components === undefined) throw damagedImage();
  const height = content.readUInt16BE(1);
  const width = content.readUInt16BE(3);
  assertSize(width, height, isDecoded);
  const kind = marker & 3;
  return { pixels: width * height, components, isProgressive: kind === 2, isLossless: kind === 3 };
}
