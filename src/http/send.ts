import { once } from "node:events";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type Koa from "koa";
import type { JsonList, Piece } from "../storage/json.ts";
import type { Answer, FileBody } from "./endpoint.ts";

const SMALLEST_COMPRESSED = 1024;
const br = promisify(brotliCompress);
const gz = promisify(gzip);

/** Which content codings the client takes (RFC 9110, 12.5.3). */
export function codingsOf(header: string): { gzip: boolean; br: boolean } {
  const quality = (name: string): number | undefined => {
    const match = new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=([0-9.]+))?\\s*(?:,|$)`, "i").exec(header);
    return match ? Number(match[1] ?? 1) : undefined;
  };
  if (header === "") return { gzip: false, br: false };
  const any = quality("\\*") ?? 0;
  return { gzip: (quality("gzip") ?? any) > 0, br: (quality("br") ?? any) > 0 };
}

/** Sends the body of an answer, compressed where that pays. Status and headers are set already. */
export async function sendBody(
  ctx: Koa.Context,
  answer: Answer<unknown>,
  accepts: { gzip: boolean; br: boolean },
): Promise<void> {
  const { body } = answer;
  if (body === null) {
    ctx.body = null;
    return;
  }
  if (isFile(body)) return sendFile(ctx, body);
  ctx.type = "application/json; charset=utf-8";
  const pieces = isList(body)
    ? body.pieces
    : [Buffer.from(typeof body === "string" ? body : JSON.stringify(body))];
  const length = pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.bytes),
    0,
  );
  if (answer.encoding === "gzip") ctx.set("Content-Encoding", "gzip");
  if (!answer.encoding && length > SMALLEST_COMPRESSED && (accepts.br || accepts.gzip)) {
    const whole = Buffer.concat(await Promise.all(pieces.map(bytesOf)));
    ctx.set("Content-Encoding", accepts.br ? "br" : "gzip");
    ctx.body = await compress(whole, accepts.br);
    return;
  }
  const [only] = pieces;
  if (pieces.length === 1 && Buffer.isBuffer(only)) ctx.body = only;
  else await sendPieces(ctx, pieces, length);
}

function bytesOf(piece: Piece): Buffer | Promise<Buffer> {
  return Buffer.isBuffer(piece) ? piece : piece.read();
}

function compress(bytes: Buffer, asBrotli: boolean): Promise<Buffer> {
  // Quality 4 is as fast as gzip's default and smaller.
  return asBrotli ? br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : gz(bytes);
}

/** Large lists go out piece by piece, as fast as the client takes them. */
async function sendPieces(ctx: Koa.Context, pieces: readonly Piece[], length: number): Promise<void> {
  ctx.respond = false;
  const { res } = ctx;
  res.statusCode = ctx.status;
  res.setHeader("Content-Length", length);
  if (ctx.method !== "HEAD") {
    for (const piece of pieces) {
      if (res.destroyed) return;
      const bytes = await bytesOf(piece);
      if (!res.write(bytes)) await Promise.race([once(res, "drain"), once(res, "close")]);
    }
  }
  res.end();
}

async function sendFile(ctx: Koa.Context, file: FileBody): Promise<void> {
  ctx.type = file.contentType;
  // Whatever the bytes pretend to be, a browser runs nothing of them.
  ctx.set("Content-Security-Policy", file.policy ?? "default-src 'none'; sandbox");
  ctx.length = file.size;
  ctx.respond = false;
  ctx.res.statusCode = ctx.status;
  if (ctx.method === "HEAD") {
    ctx.res.end();
    return;
  }
  try {
    await pipeline(createReadStream(file.path), ctx.res);
  } catch (error) {
    // The client went away in the middle of its own download: nothing of ours failed.
    if (!(error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"))
      throw error;
  }
}

function isFile(body: unknown): body is FileBody {
  return (
    typeof body === "object" && body !== null && "path" in body && "contentType" in body && "size" in body
  );
}

function isList(body: unknown): body is JsonList<unknown> {
  return typeof body === "object" && body !== null && "pieces" in body;
}
