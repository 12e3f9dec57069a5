/**
 * Collects bytes that arrive in pieces into one buffer of at most twice their length. A list of the pieces would take half a
 * kilobyte for each, also for pieces of one byte.
 */
export class ByteCollector {
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;

  append(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (this.#length === 0) {
      this.#buffer = piece;
    } else {
      if (length > this.#buffer.length) this.#grow(length);
      piece.copy(this.#buffer, this.#length);
    }
    this.#length = length;
  }

  /** The bytes so far. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Frees the bytes. */
  clear(): void {
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
