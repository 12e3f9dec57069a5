import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type Koa from "koa";
import { inThreadPool } from "../../platform/thread-pool.ts";
import type { Codings } from "../endpoint/endpoint-options.ts";

/** Smaller bodies are sent uncompressed, in bytes. */
const MIN_COMPRESSED_BYTES = 1024;
const br = promisify(brotliCompress);
const gz = promisify(gzip);
/** As fast as gzip's default, and smaller. */
const BROTLI_QUALITY = 4;

/** The content codings that a client accepts (RFC 9110, 12.5.3); none without the header. Parses the header on demand. */
export function codingsOf(ctx: Koa.Context): Codings {
  return new AcceptedCodings(ctx);
}

class AcceptedCodings implements Codings {
  readonly #ctx: Koa.Context;

  constructor(ctx: Koa.Context) {
    this.#ctx = ctx;
  }

  get gzip(): boolean {
    return this.#ctx.acceptsEncodings("gzip") !== false;
  }

  get br(): boolean {
    return this.#ctx.acceptsEncodings("br") !== false;
  }
}

/** Whether a body of this many bytes is sent compressed to a client that accepts these codings. */
export function isCompressed(bytes: number, accepts: Codings): boolean {
  return bytes > MIN_COMPRESSED_BYTES && (accepts.br || accepts.gzip);
}

/** The compressed form of bytes; sets `Content-Encoding`. `isConstant`: it is cached with the buffer. */
export function compressBody(
  ctx: Koa.Context,
  bytes: Buffer,
  accepts: Codings,
  isConstant = false,
): Promise<Buffer> {
  ctx.set("Content-Encoding", accepts.br ? "br" : "gzip");
  return (isConstant ? compressOnce : compress)(bytes, accepts.br);
}

function compress(bytes: Buffer, asBrotli: boolean): Promise<Buffer> {
  return inThreadPool(() =>
    asBrotli ? br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }) : gz(bytes),
  );
}

const compressedForms = {
  br: new WeakMap<Buffer, Promise<Buffer>>(),
  gzip: new WeakMap<Buffer, Promise<Buffer>>(),
};

function compressOnce(bytes: Buffer, asBrotli: boolean): Promise<Buffer> {
  const forms = compressedForms[asBrotli ? "br" : "gzip"];
  const found = forms.get(bytes) ?? compress(bytes, asBrotli);
  forms.set(bytes, found);
  return found;
}

/** A stream of the compressed content; sets `Content-Encoding`. */
export function compressedStream(ctx: Koa.Context, content: Readable, accepts: Codings): Readable {
  ctx.set("Content-Encoding", accepts.br ? "br" : "gzip");
  const coder = accepts.br
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : createGzip();
  // A failure of the source destroys the coder, and with it the response.
  pipeline(content, coder).catch((error: unknown) =>
    coder.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return coder;
}
