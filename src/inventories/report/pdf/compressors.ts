import { constants, createDeflate, type Deflate } from "node:zlib";

/** Compresses contents in other threads. Streams are used again: to make one takes as long as to compress a page, and 256 KiB that are not free at once. */
export class Compressors {
  readonly #idle: Deflate[] = [];

  /** The content in the format of FlateDecode. */
  async compress(content: Uint8Array): Promise<Buffer> {
    const deflate = this.#idle.pop() ?? createDeflate({ flush: constants.Z_FINISH });
    const pieces: Buffer[] = [];
    const add = (piece: Buffer) => pieces.push(piece);
    deflate.on("data", add);
    await new Promise<void>((done, failed) => {
      deflate.write(content, (error) => (error ? failed(error) : done()));
    });
    deflate.off("data", add).reset();
    this.#idle.push(deflate);
    return Buffer.concat(pieces);
  }

  /** Frees their memory. */
  close(): void {
    for (const deflate of this.#idle) deflate.close();
  }
}
