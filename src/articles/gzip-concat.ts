import { promisify } from "node:util";
import { constants, crc32, deflateRaw, inflateRaw } from "node:zlib";
import { inThreadPool } from "../platform/concurrency-limit.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Raw deflate data that ends on a byte boundary (sync flush), so that chunks can be concatenated into one stream. */
export interface DeflatedChunk {
  readonly data: Buffer;
  /** CRC-32 and length of the uncompressed data. */
  readonly crc: number;
  readonly length: number;
}

/** Compresses a chunk in the thread pool. */
export async function deflateChunk(plain: Buffer): Promise<DeflatedChunk> {
  const data = await inThreadPool(() => deflate(plain, { level: 6, finishFlush: constants.Z_SYNC_FLUSH }));
  return { data, crc: crc32(plain), length: plain.length };
}

/** Decompresses a chunk. */
export function inflateChunk(page: DeflatedChunk): Promise<Buffer> {
  return inThreadPool(() => inflate(page.data, { finishFlush: constants.Z_SYNC_FLUSH }));
}

// RFC 1952, 2.3: deflate, no flags, no time, unknown system.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block (RFC 1951, 3.2.6): fixed codes, end of block. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

/** Joins chunks into one gzip member, because some clients stop after the first member. */
export function joinGzip(pieces: readonly DeflatedChunk[]): Buffer[] {
  let crc = 0;
  let length = 0;
  for (const piece of pieces) {
    crc = combineCrc(crc, piece.crc, piece.length);
    length += piece.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return [HEADER, ...pieces.map((piece) => piece.data), LAST_BLOCK, trailer];
}

/** x^(8·2^k) modulo the CRC-32 polynomial, by squaring. */
const POWERS = powers();

/** The CRC of two concatenated texts from their own CRCs: the first is shifted by the second's length in GF(2). */
function combineCrc(first: number, second: number, secondLength: number): number {
  let moved = first;
  for (let bit = 0, rest = secondLength; rest > 0; bit++, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) moved = multiply(POWERS[bit] ?? 0, moved);
  }
  return (moved ^ second) >>> 0;
}

/** Product of two polynomials modulo CRC-32's, bits reflected (x^0 is the highest bit). */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let mask = 0x80000000; mask !== 0; mask >>>= 1) {
    if (a & mask) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ 0xedb88320 : shifted >>> 1;
  }
  return product >>> 0;
}

function powers(): number[] {
  const result = [0x00800000];
  for (let k = 1; k < 53; k++) {
    const last = result[k - 1] ?? 0;
    result.push(multiply(last, last));
  }
  return result;
}
