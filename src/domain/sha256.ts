// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). Browsers have them for pages over HTTPS only, and terminals also run over plain HTTP.

const BLOCK_BYTES = 64;

/** The first 32 bits of the fractional parts of the square or cube roots (`power`) of the first primes. */
function fractions(count: number, power: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++)
      if (candidate % divisor === 0) isPrime = false;
    const root = candidate ** power;
    if (isPrime) found.push(((root - Math.floor(root)) * 0x100000000) | 0);
  }
  return found;
}

const START = fractions(8, 1 / 2);
const ROUNDS = fractions(64, 1 / 3);

const rotated = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The message with its padding and length. */
function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length - 4, (message.length << 3) >>> 0);
  return view;
}

/** The 64 words of a block. */
function schedule(words: Int32Array, view: DataView, offset: number): void {
  const word = (at: number) => words[at] ?? 0;
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(offset + at * 4);
  for (let at = 16; at < 64; at++) {
    const [before15, before2] = [word(at - 15), word(at - 2)];
    const first = rotated(before15, 7) ^ rotated(before15, 18) ^ (before15 >>> 3);
    const second = rotated(before2, 17) ^ rotated(before2, 19) ^ (before2 >>> 10);
    words[at] = word(at - 16) + first + word(at - 7) + second;
  }
}

/** The SHA-256 of a message: 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const hash = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK_BYTES) {
    schedule(words, view, offset);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let round = 0; round < 64; round++) {
      const high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const choice = (e & f) ^ (~e & g);
      const first = (h + high + choice + (ROUNDS[round] ?? 0) + (words[round] ?? 0)) | 0;
      const low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = (low + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    const added = [a, b, c, d, e, f, g, h];
    for (let at = 0; at < 8; at++) hash[at] = (hash[at] ?? 0) + (added[at] ?? 0);
  }
  const result = new DataView(new ArrayBuffer(32));
  for (let at = 0; at < 8; at++) result.setInt32(at * 4, hash[at] ?? 0);
  return new Uint8Array(result.buffer);
}

/** The HMAC-SHA256 of a message by a key: 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** Bytes as hexadecimal digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
