import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type Koa from "koa";
import { JsonPieces, type Piece } from "../../storage/database/json.ts";
import type {
  BytesResponse,
  EndpointResponse,
  EventsResponse,
  FileResponse,
  JsonResponse,
  StreamResponse,
} from "../endpoint/response.ts";
import { NO_CONTENT_POLICY } from "../static/content-policy.ts";
import { type Codings, compressedStream, isCompressed, sendCompressed } from "./compression.ts";

/** Pieces are sent for this long in one turn of the event loop. */
const MAX_TURN_MS = 2;
/** Larger JSON is compressed while it is sent: joining it would block the event loop. */
const MAX_JOINED_BYTES = 1024 * 1024;

/** Sends the body of a response, compressed where that saves bytes. Status and headers are set already. */
export async function sendBody(
  ctx: Koa.Context,
  response: Exclude<EndpointResponse<unknown>, EventsResponse>,
  accepts: Codings,
): Promise<void> {
  switch (response.kind) {
    case "empty":
      ctx.body = null;
      return;
    case "file":
      return sendFile(ctx, response, accepts);
    case "bytes":
      return sendBytes(ctx, response, accepts);
    case "stream":
      return sendStream(ctx, response, accepts);
    default:
      return sendJson(ctx, response, accepts);
  }
}

/** Whether a response is JSON in one part, whose ETag can be computed from its bytes. */
export function isWholeJson(response: EndpointResponse<unknown>): response is JsonResponse<unknown> {
  const isJson = response.kind === undefined || response.kind === "json";
  return isJson && !(response.body instanceof JsonPieces);
}

async function sendJson(
  ctx: Koa.Context,
  { body, encoding }: JsonResponse<unknown>,
  accepts: Codings,
): Promise<void> {
  ctx.type = "application/json; charset=utf-8";
  if (encoding === "gzip") ctx.set("Content-Encoding", "gzip");
  const usable = encoding === undefined ? accepts : { br: false, gzip: false };
  if (body instanceof JsonPieces) return sendJsonPieces(ctx, body.pieces, usable);
  // Text, not bytes: Node then writes the head and a short body at once.
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (isCompressed(Buffer.byteLength(text), usable)) await sendCompressed(ctx, Buffer.from(text), usable);
  else ctx.body = text;
}

async function sendJsonPieces(ctx: Koa.Context, pieces: readonly Piece[], accepts: Codings): Promise<void> {
  const length = pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.bytes),
    0,
  );
  if (isCompressed(length, accepts) && length <= MAX_JOINED_BYTES)
    return sendCompressed(ctx, Buffer.concat(await Promise.all(pieces.map(bytesOf))), accepts);
  const content = Readable.from(inTurns(pieces), { objectMode: true, highWaterMark: 1 });
  if (isCompressed(length, accepts)) {
    await pipeToResponse(ctx, compressedStream(ctx, content, accepts));
  } else {
    ctx.length = length;
    await pipeToResponse(ctx, content);
  }
}

function bytesOf(piece: Piece): Buffer | Promise<Buffer> {
  return Buffer.isBuffer(piece) ? piece : piece.read();
}

async function* inTurns(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  let since = performance.now();
  for (const piece of pieces) {
    yield await bytesOf(piece);
    // A fast client would block the event loop.
    if (performance.now() - since < MAX_TURN_MS) continue;
    await new Promise(setImmediate);
    since = performance.now();
  }
}

/** Content types without compression of their own: text, and files of a page. */
const COMPRESSIBLE = /^(text\/|application\/(json|wasm|manifest\+json)|image\/svg\+xml)/;

/** A browser runs no content of a file, whatever its bytes are. */
const SANDBOX_POLICY = `${NO_CONTENT_POLICY}; sandbox`;

async function sendBytes(
  ctx: Koa.Context,
  { bytes, contentType, policy, cacheControl, fileName, isConstant }: BytesResponse,
  accepts: Codings,
): Promise<void> {
  ctx.type = contentType;
  ctx.set("Content-Security-Policy", policy ?? SANDBOX_POLICY);
  if (cacheControl) ctx.set("Cache-Control", cacheControl);
  if (fileName) ctx.set("Content-Disposition", `attachment; filename="${fileName}"`);
  if (COMPRESSIBLE.test(contentType) && isCompressed(bytes.length, accepts))
    await sendCompressed(ctx, bytes, accepts, isConstant);
  else ctx.body = bytes;
}

async function sendFile(ctx: Koa.Context, file: FileResponse, accepts: Codings): Promise<void> {
  ctx.type = file.contentType;
  ctx.set("Content-Security-Policy", file.policy ?? SANDBOX_POLICY);
  if (file.cacheControl) ctx.set("Cache-Control", file.cacheControl);
  const compresses = COMPRESSIBLE.test(file.contentType) && isCompressed(file.size, accepts);
  if (!compresses) ctx.length = file.size;
  const content = createReadStream(file.path);
  await pipeToResponse(ctx, compresses ? compressedStream(ctx, content, accepts) : content);
}

async function sendStream(ctx: Koa.Context, response: StreamResponse, accepts: Codings): Promise<void> {
  ctx.type = response.contentType;
  ctx.set("Content-Security-Policy", SANDBOX_POLICY);
  ctx.set("Content-Disposition", `attachment; filename="${response.fileName}"`);
  if (response.size !== null) ctx.length = response.size;
  // A known length shows a client whether the file is complete, so it is not compressed.
  const isText = /^(text\/|application\/json)/.test(response.contentType) && response.size === null;
  const compresses = isText && (accepts.br || accepts.gzip);
  let isWhole = false;
  try {
    const content = response.open();
    isWhole = await pipeToResponse(ctx, compresses ? compressedStream(ctx, content, accepts) : content);
  } finally {
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
    if (!(error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"))
      throw error;
    return false;
  }
}
