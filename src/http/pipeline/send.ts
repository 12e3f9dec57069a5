import { createReadStream } from "node:fs";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type Koa from "koa";
import { inThreadPool } from "../../platform/concurrency-limit.ts";
import { asError, errorCode } from "../../platform/error-code.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import { JsonPieces, type Piece } from "../../storage/database/json.ts";
import type { Codings } from "../endpoint/endpoint-options.ts";
import {
  type BytesResponse,
  type EndpointResponse,
  type EventsResponse,
  type FileResponse,
  type JsonResponse,
  NO_CONTENT_POLICY,
  type StreamResponse,
} from "../endpoint/response.ts";
import { type Budget, type BudgetShare, makeBudget, sendingTooMuch } from "../limits/budget.ts";

/** Pieces are sent for this long in one turn of the event loop. */
const MAX_TURN_MS = 2;
/** Larger JSON is compressed while it is sent: joining it would block the event loop. */
const MAX_JOINED_BYTES = 1024 * 1024;
/** Larger bodies are written in parts, so that the progress of a slow client is seen. */
const MAX_WRITTEN_BYTES = 512 * 1024;
/** Memory of a body that is read while it is sent. */
const STREAM_BYTES = 128 * 1024;

/** What sending a body needs to know of the request. */
interface SendContext {
  readonly ctx: Koa.Context;
  readonly accepts: Codings;
  readonly share: ResponseShare;
}

/**
 * Sends the body of a response, compressed where that saves bytes. Status and headers are set already. Throws Unavailable where
 * too much is being sent.
 */
export async function sendBody(
  sending: SendContext,
  response: Exclude<EndpointResponse<unknown>, EventsResponse>,
): Promise<void> {
  switch (response.kind) {
    case "empty":
      sending.ctx.body = null;
      return;
    case "accepted":
      // Null would make it 204.
      sending.ctx.body = "";
      sending.ctx.remove("Content-Type");
      return;
    case "file":
      return sendFile(sending, response);
    case "bytes":
      return sendBytes(sending, response);
    case "stream":
      return sendStream(sending, response);
    case "json":
      return sendJson(sending, response);
  }
}

/** Whether a response is JSON in one part, whose ETag can be computed from its bytes. */
export function isWholeJson(response: EndpointResponse<unknown>): response is JsonResponse<unknown> {
  return response.kind === "json" && !(response.body instanceof JsonPieces);
}

async function sendJson(
  sending: SendContext,
  { body, encoding, isShared }: JsonResponse<unknown>,
): Promise<void> {
  const { ctx, share } = sending;
  ctx.type = "application/json; charset=utf-8";
  if (encoding === "gzip") ctx.set("Content-Encoding", "gzip");
  const accepts = encoding === undefined ? sending.accepts : { br: false, gzip: false };
  if (body instanceof JsonPieces) {
    share.reserveMemory(isShared ? STREAM_BYTES : bytesInMemory(body.pieces));
    return sendJsonPieces({ ...sending, accepts }, body.pieces);
  }
  // Text, not bytes: Node then writes the head and a short body at once.
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  share.reserveMemory(length);
  if (isCompressed(length, accepts))
    return sendBuffer(ctx, await compressBody(ctx, Buffer.from(text), accepts));
  if (length > MAX_WRITTEN_BYTES) return sendBuffer(ctx, Buffer.from(text));
  ctx.body = text;
}

async function sendJsonPieces(sending: SendContext, pieces: readonly Piece[]): Promise<void> {
  const { ctx, accepts } = sending;
  const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  if (isCompressed(length, accepts) && length <= MAX_JOINED_BYTES)
    return sendBuffer(
      ctx,
      await compressBody(ctx, Buffer.concat(await Promise.all(pieces.map(bytesOf))), accepts),
    );
  const content = Readable.from(inTurns(pieces), { objectMode: true, highWaterMark: 1 });
  await pipeToResponse(ctx, encoded(sending, content, length, isCompressed(length, accepts)));
}

/** Sends bytes in memory. */
async function sendBuffer(ctx: Koa.Context, bytes: Buffer): Promise<void> {
  if (bytes.length <= MAX_WRITTEN_BYTES) {
    ctx.body = bytes;
    return;
  }
  ctx.length = bytes.length;
  await pipeToResponse(ctx, Readable.from(inTurns([bytes]), { objectMode: true, highWaterMark: 1 }));
}

function lengthOf(piece: Piece): number {
  return Buffer.isBuffer(piece) ? piece.length : piece.bytes;
}

function bytesInMemory(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : 0), 0);
}

function bytesOf(piece: Piece): Buffer | Promise<Buffer> {
  return Buffer.isBuffer(piece) ? piece : piece.read();
}

async function* inTurns(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  let since = performance.now();
  for (const piece of pieces) {
    const bytes = await bytesOf(piece);
    for (let at = 0; at < bytes.length; at += MAX_WRITTEN_BYTES)
      yield bytes.subarray(at, at + MAX_WRITTEN_BYTES);
    // A fast client would block the event loop.
    if (performance.now() - since < MAX_TURN_MS) continue;
    await new Promise(setImmediate);
    since = performance.now();
  }
}

/**
 * The content as it is sent: compressed if it is `compressible`, the client accepts it and an encoder is free. Sets the header
 * for that, or the length; null: it is not known.
 */
function encoded(
  { ctx, accepts, share }: SendContext,
  content: Readable,
  length: number | null,
  isCompressible: boolean,
): Readable {
  if (isCompressible && share.reserveEncoder()) return compressedStream(ctx, content, accepts);
  if (length !== null) ctx.length = length;
  return content;
}

/** Content types without compression of their own: text, and files of a page. */
const COMPRESSIBLE = /^(text\/|application\/(json|wasm|manifest\+json)|image\/svg\+xml)/;

/** A browser runs no content of a file, whatever its bytes are. */
const SANDBOX_POLICY = `${NO_CONTENT_POLICY}; sandbox`;

async function sendBytes(
  { ctx, accepts, share }: SendContext,
  { bytes, contentType, policy, cacheControl, fileName, isConstant }: BytesResponse,
): Promise<void> {
  ctx.type = contentType;
  ctx.set("Content-Security-Policy", policy ?? SANDBOX_POLICY);
  if (cacheControl) ctx.set("Cache-Control", cacheControl);
  if (fileName) ctx.set("Content-Disposition", `attachment; filename="${fileName}"`);
  if (!isConstant) share.reserveMemory(bytes.length);
  const compresses = COMPRESSIBLE.test(contentType) && isCompressed(bytes.length, accepts);
  await sendBuffer(ctx, compresses ? await compressBody(ctx, bytes, accepts, isConstant) : bytes);
}

async function sendFile(sending: SendContext, file: FileResponse): Promise<void> {
  const { ctx, accepts, share } = sending;
  ctx.type = file.contentType;
  ctx.set("Content-Security-Policy", file.policy ?? SANDBOX_POLICY);
  if (file.cacheControl) ctx.set("Cache-Control", file.cacheControl);
  if (file.fileName !== undefined) ctx.set("Content-Disposition", attachmentNamed(file.fileName));
  share.reserveMemory(Math.min(file.size, STREAM_BYTES));
  const isCompressible = COMPRESSIBLE.test(file.contentType) && isCompressed(file.size, accepts);
  await pipeToResponse(ctx, encoded(sending, createReadStream(file.path), file.size, isCompressible));
}

/** The header that makes a browser save a file under this name (RFC 6266). */
function attachmentNamed(name: string): string {
  const plain = name.replace(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

async function sendStream(sending: SendContext, response: StreamResponse): Promise<void> {
  const { ctx, accepts, share } = sending;
  const content = response.open();
  let isWhole = false;
  try {
    share.reserveMemory(STREAM_BYTES);
    ctx.type = response.contentType;
    ctx.set("Content-Security-Policy", SANDBOX_POLICY);
    ctx.set("Content-Disposition", `attachment; filename="${response.fileName}"`);
    // A known length shows a client whether the file is complete, so it is not compressed.
    const isText = /^(text\/|application\/json)/.test(response.contentType) && response.size === null;
    const isCompressible = isText && (accepts.br || accepts.gzip);
    isWhole = await pipeToResponse(ctx, encoded(sending, content, response.size, isCompressible));
  } finally {
    content.destroy();
    response.ended(isWhole);
  }
}

/** Sends a body piece by piece; false: the client has not received all of it. Status and headers are set. */
async function pipeToResponse(ctx: Koa.Context, body: Readable): Promise<boolean> {
  ctx.respond = false;
  ctx.res.statusCode = ctx.status;
  if (ctx.method === "HEAD") {
    body.destroy();
    ctx.res.end();
    return false;
  }
  if (ctx.res.destroyed) {
    // The client left before the response began.
    body.destroy();
    return false;
  }
  try {
    await pipeline(body, ctx.res);
    return true;
  } catch (error) {
    // The client left during the download: no error of the server.
    if (errorCode(error) !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    return false;
  }
}

/** Smaller bodies are sent uncompressed, in bytes. */
const MIN_COMPRESSED_BYTES = 1024;
const br = promisify(brotliCompress);
const gz = promisify(gzip);
/** As fast as gzip's default, and smaller. */
const BROTLI_QUALITY = 4;

/** Whether a body of this many bytes is sent compressed to a client that accepts these codings. */
function isCompressed(bytes: number, accepts: Codings): boolean {
  return bytes > MIN_COMPRESSED_BYTES && (accepts.br || accepts.gzip);
}

/** The compressed form of bytes; sets `Content-Encoding`. `isConstant`: it is cached with the buffer. */
function compressBody(
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
function compressedStream(ctx: Koa.Context, content: Readable, accepts: Codings): Readable {
  ctx.set("Content-Encoding", accepts.br ? "br" : "gzip");
  const coder = accepts.br
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : createGzip();
  // A failure of the source destroys the coder, and with it the response.
  pipeline(content, coder).catch((error: unknown) => coder.destroy(asError(error)));
  return coder;
}

/** Smaller bodies are not counted: a connection sends one at a time. */
const MIN_COUNTED_BYTES = 16 * 1024;

/** A response that is being sent, with its memory. */
interface OpenResponse {
  readonly response: ServerResponse;
  readonly address: string;
  readonly bytes: number;
  readonly share: BudgetShare;
}

/** The limits that all responses share. */
export interface ResponseLimits {
  readonly memory: ResponseMemory;
  readonly streams: Budget;
}

/** Creates the limits of all responses. */
export function makeResponseLimits({
  responseBytes,
  compressedStreams,
}: Pick<RequestLimits, "responseBytes" | "compressedStreams">): ResponseLimits {
  return { memory: new ResponseMemory(responseBytes), streams: makeBudget(compressedStreams) };
}

/** The memory of the responses that are being sent. */
class ResponseMemory {
  readonly #budget: Budget;
  readonly #each: number;
  /** In order of their begin. */
  readonly #open = new Set<OpenResponse>();

  constructor(limits: RequestLimits["responseBytes"]) {
    this.#budget = makeBudget(limits);
    this.#each = limits.each;
  }

  /**
   * Reserves memory until the response is closed; at most the share of an address, so that a longer one can be sent alone. Where
   * none is left, it closes the oldest response of the address that holds most, if that is more than this address would hold.
   * Returns false where none is left then.
   */
  tryReserve(response: ServerResponse, address: string, size: number): boolean {
    const bytes = Math.min(size, this.#each);
    const share = this.#budget(address);
    while (!share.tryAdd(bytes)) if (!this.#displaceFor(address, bytes)) return false;
    const entry = { response, address, bytes, share };
    this.#open.add(entry);
    response.once("close", () => this.#release(entry));
    return true;
  }

  #displaceFor(address: string, bytes: number): boolean {
    const reserved = new Map<string, number>();
    for (const entry of this.#open)
      reserved.set(entry.address, (reserved.get(entry.address) ?? 0) + entry.bytes);
    const own = (reserved.get(address) ?? 0) + bytes;
    const [largest] = [...reserved].toSorted(([, one], [, other]) => other - one);
    if (own > this.#each || largest === undefined || largest[1] <= own) return false;
    for (const entry of this.#open) {
      if (entry.address !== largest[0]) continue;
      this.#release(entry);
      entry.response.destroy();
      return true;
    }
    return false;
  }

  #release(entry: OpenResponse): void {
    this.#open.delete(entry);
    entry.share.release();
  }
}

/** What one response takes of the limits. It is released when the response is closed. */
export class ResponseShare {
  readonly #limits: ResponseLimits;
  readonly #response: Koa.Context["res"];
  readonly #client: { readonly address: string };

  constructor(
    limits: ResponseLimits,
    { res }: Pick<Koa.Context, "res">,
    client: { readonly address: string },
  ) {
    this.#limits = limits;
    this.#response = res;
    this.#client = client;
  }

  /** Reserves the memory of a body. Throws Unavailable where too much is being sent. The response of a write is never refused. */
  reserveMemory(bytes: number): void {
    if (bytes < MIN_COUNTED_BYTES || this.#response.destroyed) return;
    const isReserved = this.#limits.memory.tryReserve(this.#response, this.#client.address, bytes);
    // A write is committed by then; its response is bounded by its request.
    if (!isReserved && this.#response.req.method === "GET") throw sendingTooMuch();
  }

  /** Reserves an encoder, which takes some megabytes. Returns false where too many are in use. */
  reserveEncoder(): boolean {
    if (this.#response.destroyed) return false;
    const share = this.#limits.streams(this.#client.address);
    if (!share.tryAdd(1)) return false;
    this.#response.once("close", share.release);
    return true;
  }
}
