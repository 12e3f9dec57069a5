import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import { Invalid, TooLarge, UnsupportedType } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { RawBody } from "../endpoint/endpoint-options.ts";
import { watchBody } from "../limits/slow-body.ts";
import { hasBody } from "./json-body.ts";

/** Limits of a body of bytes. */
interface RawBodyLimits {
  readonly maxBytes: number;
  readonly slow: RequestLimits["slowBody"];
}

/** Opens a body of bytes, which the endpoint's handler reads. Throws UnsupportedType or TooLarge. */
export function openRawBody(ctx: Koa.Context, { maxBytes, slow }: RawBodyLimits): RawBody {
  if (!ctx.is("application/octet-stream"))
    throw new UnsupportedType(msg("Send the body as application/octet-stream."));
  if (Number(ctx.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
  return {
    // A request without a body has no stream (`optimizeEmptyRequests` in server/listener.ts).
    read: async (take) => (hasBody(ctx) ? readPieces(ctx.req, { maxBytes, slow }, take) : undefined),
  };
}

function readPieces(
  req: IncomingMessage,
  { maxBytes, slow }: RawBodyLimits,
  take: (piece: Buffer) => Promise<void>,
): Promise<void> {
  let stopWatching = () => {};
  const reading = new Promise<void>((done, failed) => {
    let bytes = 0;
    let isRejected = false;
    let taking = Promise.resolve();
    const reject = (error: unknown) => {
      isRejected = true;
      // The rest is received and discarded, so that the client gets the response.
      req.resume();
      failed(error);
    };
    stopWatching = watchBody(req, slow, reject);
    req.on("data", (piece: Buffer) => {
      if (isRejected) return;
      bytes += piece.length;
      if (bytes > maxBytes) return reject(tooLarge(maxBytes));
      req.pause();
      taking = take(piece).then(() => void req.resume(), reject);
    });
    // A paused stream ends too, while its last piece is being taken.
    req.on("end", () => void taking.then(done));
    const abort = () => reject(Invalid.field("", msg("ended too early")));
    req.on("error", abort);
    req.on("close", () => {
      if (!req.complete) abort();
    });
  });
  return reading.finally(() => stopWatching());
}

function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge(msg("The body is larger than {maxBytes} bytes.", { maxBytes }));
}
