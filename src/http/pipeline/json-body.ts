import { setImmediate } from "node:timers/promises";
import type Koa from "koa";
import { Invalid, TooLarge, UnsupportedType } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { BudgetShare } from "../limits/budget.ts";
import { watchBody } from "../limits/slow-body.ts";
import { ByteCollector } from "./byte-collector.ts";

/** Limits for reading a body. */
interface BodyOptions {
  readonly maxBytes: number;
  /** Memory budget for the bytes that are read. */
  readonly memory: BudgetShare;
  readonly slow: RequestLimits["slowBody"];
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const MAX_DEPTH = 100;
/** More properties would block the event loop: V8 creates a hidden class for each unknown name. */
const MAX_NAMES = 20_000;
/** More values would block the event loop, such as lists of millions of empty lists. */
const MAX_VALUES = 110_000;
/** Characters that are scanned in one turn of the event loop. */
const SLICE = 1024 * 1024;

/** Whether the request has a body (RFC 9112, 6). */
export function hasBody(ctx: Koa.Context): boolean {
  const length = ctx.get("content-length");
  return ctx.get("transfer-encoding") !== "" || (length !== "" && length !== "0");
}

/** A JSON body: its value, and its bytes as they were sent. */
interface JsonBody {
  readonly value: unknown;
  readonly bytes: Buffer;
}

/**
 * Reads a JSON body. Throws UnsupportedType, TooLarge, TooSlow, Unavailable, or Invalid where the body is not well-formed
 * UTF-8, is not JSON, or is nested more than 100 levels deep.
 */
export async function readJson(ctx: Koa.Context, rules: BodyOptions): Promise<JsonBody> {
  if (!isJson(ctx.get("content-type"))) {
    throw new UnsupportedType(msg("Send the body as application/json in UTF-8."));
  }
  const bytes = await readBytes(ctx, rules);
  if (bytes.length === 0) throw malformed(msg("must not be empty"));
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformed(msg("must be well-formed UTF-8"));
  }
  const extent = await extentOf(text);
  if (extent.names > MAX_NAMES) {
    throw malformed(msg("must have at most {max} properties", { max: MAX_NAMES }));
  }
  if (extent.values > MAX_VALUES) {
    throw malformed(msg("must have at most {max} values", { max: MAX_VALUES }));
  }
  if (extent.deepest > MAX_DEPTH) {
    throw malformed(
      msg("must be nested at most {max} levels deep", {
        max: MAX_DEPTH,
      }),
    );
  }
  try {
    return { value: JSON.parse(text), bytes };
  } catch {
    throw malformed(msg("must be well-formed JSON"));
  }
}

const malformed = (message: ReturnType<typeof msg>) => Invalid.field("", message);

function isJson(contentType: string): boolean {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  if (!/^application\/([a-z0-9.!#$&^_-]+\+)?json$/.test(type.trim())) return false;
  return parameters.every((parameter) => {
    const [name, value] = parameter.trim().split("=");
    return name !== "charset" || /^"?utf-?8"?$/.test(value ?? "");
  });
}

async function readBytes(ctx: Koa.Context, { maxBytes, memory, slow }: BodyOptions): Promise<Buffer> {
  const tooLarge = () =>
    new TooLarge(
      msg("The body is larger than {maxBytes} bytes.", {
        maxBytes,
      }),
    );
  if (Number(ctx.get("content-length")) > maxBytes) throw tooLarge();
  // Such a request has no stream (`optimizeEmptyRequests` in server/listener.ts), so it would never end.
  if (!hasBody(ctx)) return Buffer.alloc(0);
  const received = new ByteCollector();
  let length = 0;
  // Events, not `for await`: leaving that loop early would destroy the socket before the 413 response.
  let stopWatching = () => {};
  const reading = new Promise<void>((done, failed) => {
    stopWatching = watchBody(ctx.req, slow, failed);
    let isRejected = false;
    const reject = (error: Error) => {
      isRejected = true;
      // Frees the memory of the discarded body.
      received.clear();
      failed(error);
    };
    ctx.req.on("data", (piece: Buffer) => {
      if (isRejected) return;
      length += piece.length;
      if (length > maxBytes) return reject(tooLarge());
      try {
        memory.add(piece.length);
      } catch (error) {
        return reject(error instanceof Error ? error : new Error(String(error)));
      }
      received.append(piece);
    });
    ctx.req.on("end", done);
    // A client that disconnects causes `error`, `close` or both.
    const abort = () => failed(malformed(msg("ended too early")));
    ctx.req.on("error", abort);
    ctx.req.on("close", () => {
      if (!ctx.req.complete) abort();
    });
  });
  await reading.finally(stopWatching);
  return received.bytes();
}

/** State of the scan of a JSON text up to one position. */
interface Extent {
  depth: number;
  deepest: number;
  /** Number of properties. */
  names: number;
  /** Number of properties and elements, without the first of each list. */
  values: number;
  isInString: boolean;
  isEscaped: boolean;
}

/** Measures the depth and size of a JSON text before JSON.parse builds the value. */
async function extentOf(text: string): Promise<Extent> {
  const extent = { depth: 0, deepest: 0, names: 0, values: 0, isInString: false, isEscaped: false };
  for (let from = 0; from < text.length; from += SLICE) {
    if (from > 0) await setImmediate();
    scan(extent, text, from, Math.min(text.length, from + SLICE));
  }
  return extent;
}

function scan(extent: Extent, text: string, from: number, to: number): void {
  let { depth, deepest, names, values, isInString, isEscaped } = extent;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (code === 92) isEscaped = true;
      else if (code === 34) isInString = false;
    } else if (code === 34) isInString = true;
    else if (code === 58) names++;
    else if (code === 44) values++;
    else if (code === 123 || code === 91) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === 125 || code === 93) depth--;
  }
  Object.assign(extent, { depth, deepest, names, values, isInString, isEscaped });
}
