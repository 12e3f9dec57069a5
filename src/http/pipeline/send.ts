import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type Koa from "koa";
import type { JsonList, Piece } from "../../storage/database/json.ts";
import type { BytesBody, EndpointResponse, EventsBody, FileBody, StreamBody } from "../endpoint/response.ts";
import { NO_CONTENT_POLICY } from "../static/content-policy.ts";

const SMALLEST_COMPRESSED = 1024;
const OTHERS_WAIT_MS = 2;
/** Larger ones are compressed as they are sent: putting them together would hold the event loop. */
const LARGEST_WHOLE = 1024 * 1024;
const br = promisify(brotliCompress);
const gz = promisify(gzip);

/** Content codings that a client takes. */
export interface Codings {
  readonly gzip: boolean;
  readonly br: boolean;
}

/** Which content codings the client takes (RFC 9110, 12.5.3); none without the header, for it names none. */
export function codingsOf(ctx: Koa.Context): Codings {
  return { gzip: ctx.acceptsEncodings("gzip") !== false, br: ctx.acceptsEncodings("br") !== false };
}

/** Sends the body of an answer, compressed where that pays. Status and headers are set already. */
export async function sendBody(
  ctx: Koa.Context,
  answer: EndpointResponse<unknown>,
  accepts: Codings,
): Promise<void> {
  const { body } = answer;
  if (body === null) {
    ctx.body = null;
    return;
  }
  if (isFile(body)) return sendFile(ctx, body, accepts);
  if (isStream(body)) return sendStream(ctx, body, accepts);
  if (isBytes(body)) return sendBytes(ctx, body, accepts);
  ctx.type = "application/json; charset=utf-8";
  if (answer.encoding === "gzip") ctx.set("Content-Encoding", "gzip");
  const isFree = !answer.encoding && (accepts.br || accepts.gzip);
  if (isList(body)) return sendList(ctx, body.pieces, isFree ? accepts : null);
  // Text, not bytes: Node then writes the head and a short body at once.
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (isFree && Buffer.byteLength(text) > SMALLEST_COMPRESSED)
    await sendCompressed(ctx, Buffer.from(text), accepts);
  else ctx.body = text;
}

async function sendList(ctx: Koa.Context, pieces: readonly Piece[], accepts: Codings | null): Promise<void> {
  const length = pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.bytes),
    0,
  );
  if (accepts === null || length <= SMALLEST_COMPRESSED) return sendPieces(ctx, pieces, length);
  if (length <= LARGEST_WHOLE) {
    return sendCompressed(ctx, Buffer.concat(await Promise.all(pieces.map(bytesOf))), accepts);
  }
  await stream(
    ctx,
    compressed(ctx, Readable.from(inTurn(pieces), { objectMode: true, highWaterMark: 1 }), accepts),
  );
}

async function sendCompressed(ctx: Koa.Context, whole: Buffer, accepts: Codings): Promise<void> {
  ctx.set("Content-Encoding", accepts.br ? "br" : "gzip");
  ctx.body = await compress(whole, accepts.br);
}

function bytesOf(piece: Piece): Buffer | Promise<Buffer> {
  return Buffer.isBuffer(piece) ? piece : piece.read();
}

function compress(bytes: Buffer, asBrotli: boolean): Promise<Buffer> {
  // Quality 4 is as fast as gzip's default and smaller.
  return asBrotli ? br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : gz(bytes);
}

function compressed(ctx: Koa.Context, body: Readable, accepts: Codings): Readable {
  ctx.set("Content-Encoding", accepts.br ? "br" : "gzip");
  const coder = accepts.br
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : createGzip();
  // A failure of the source ends the coder, and with it the answer.
  pipeline(body, coder).catch((error: unknown) =>
    coder.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return coder;
}

/** Large lists go out piece by piece, as fast as the client takes them. */
async function sendPieces(ctx: Koa.Context, pieces: readonly Piece[], length: number): Promise<void> {
  ctx.length = length;
  await stream(ctx, Readable.from(inTurn(pieces), { objectMode: true, highWaterMark: 1 }));
}

async function* inTurn(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  let since = performance.now();
  for (const piece of pieces) {
    yield await bytesOf(piece);
    // A client that takes all at once would keep the event loop to itself.
    if (performance.now() - since < OTHERS_WAIT_MS) continue;
    await new Promise(setImmediate);
    since = performance.now();
  }
}

/** Not compressed already: text, and what the client's browser loads beside it. */
const LOOSE = /^(text\/|application\/(wasm|manifest\+json)|image\/svg\+xml)/;

function paysToCompress(contentType: string, size: number, accepts: Codings): boolean {
  return LOOSE.test(contentType) && size > SMALLEST_COMPRESSED && (accepts.br || accepts.gzip);
}

/** Whatever the bytes of a file pretend to be, a browser runs nothing of them. */
const NOTHING_RUNS = `${NO_CONTENT_POLICY}; sandbox`;

async function sendBytes(
  ctx: Koa.Context,
  { bytes, contentType, policy, cacheControl, fileName, isConstant = false }: BytesBody,
  accepts: Codings,
): Promise<void> {
  ctx.type = contentType;
  ctx.set("Content-Security-Policy", policy ?? NOTHING_RUNS);
  if (cacheControl) ctx.set("Cache-Control", cacheControl);
  if (fileName) ctx.set("Content-Disposition", `attachment; filename="${fileName}"`);
  if (!paysToCompress(contentType, bytes.length, accepts)) ctx.body = bytes;
  else if (isConstant) {
    ctx.set("Content-Encoding", accepts.br ? "br" : "gzip");
    ctx.body = await compressOnce(bytes, accepts.br);
  } else await sendCompressed(ctx, bytes, accepts);
}

const compressedOnce = {
  br: new WeakMap<Buffer, Promise<Buffer>>(),
  gzip: new WeakMap<Buffer, Promise<Buffer>>(),
};

function compressOnce(bytes: Buffer, asBrotli: boolean): Promise<Buffer> {
  const kept = compressedOnce[asBrotli ? "br" : "gzip"];
  const found = kept.get(bytes) ?? compress(bytes, asBrotli);
  kept.set(bytes, found);
  return found;
}

async function sendFile(ctx: Koa.Context, file: FileBody, accepts: Codings): Promise<void> {
  ctx.type = file.contentType;
  ctx.set("Content-Security-Policy", file.policy ?? NOTHING_RUNS);
  if (file.cacheControl) ctx.set("Cache-Control", file.cacheControl);
  const isCompressed = paysToCompress(file.contentType, file.size, accepts);
  if (!isCompressed) ctx.length = file.size;
  const content = createReadStream(file.path);
  await stream(ctx, isCompressed ? compressed(ctx, content, accepts) : content);
}

async function sendStream(ctx: Koa.Context, body: StreamBody, accepts: Codings): Promise<void> {
  ctx.type = body.contentType;
  ctx.set("Content-Security-Policy", NOTHING_RUNS);
  ctx.set("Content-Disposition", `attachment; filename="${body.fileName}"`);
  if (body.size !== null) ctx.length = body.size;
  // One whose length is known is told from a cut one by it: it goes out as it is.
  const isText = /^(text\/|application\/json)/.test(body.contentType) && body.size === null;
  const isCompressed = isText && (accepts.br || accepts.gzip);
  let isWhole = false;
  try {
    const content = body.open();
    isWhole = await stream(ctx, isCompressed ? compressed(ctx, content, accepts) : content);
  } finally {
    body.ended(isWhole);
  }
}

/** Sends a body that is not in memory as a whole; false: not all of it was taken. Status and headers are set. */
async function stream(ctx: Koa.Context, body: Readable): Promise<boolean> {
  ctx.respond = false;
  ctx.res.statusCode = ctx.status;
  if (ctx.method === "HEAD") {
    body.destroy();
    ctx.res.end();
    return false;
  }
  if (ctx.res.destroyed) {
    // The client went away before there was an answer.
    body.destroy();
    return false;
  }
  try {
    await pipeline(body, ctx.res);
    return true;
  } catch (error) {
    // The client went away in the middle of its own download: nothing of ours failed.
    if (!(error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"))
      throw error;
    return false;
  }
}

function isFile(body: unknown): body is FileBody {
  return (
    typeof body === "object" && body !== null && "path" in body && "contentType" in body && "size" in body
  );
}

/** True for what is made as it is sent: it has no tag, and has to be told of its end. */
export function isStream(body: unknown): body is StreamBody {
  return typeof body === "object" && body !== null && "open" in body && "ended" in body;
}

/** True for what goes on until nobody listens. */
export function isEvents(body: unknown): body is EventsBody {
  return typeof body === "object" && body !== null && "events" in body;
}

function isBytes(body: unknown): body is BytesBody {
  return typeof body === "object" && body !== null && "bytes" in body && Buffer.isBuffer(body.bytes);
}

function isList(body: unknown): body is JsonList<unknown> {
  return typeof body === "object" && body !== null && "pieces" in body;
}
