import { setImmediate } from "node:timers/promises";
import type Koa from "koa";
import { Invalid, TooLarge, UnsupportedType } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { BudgetShare } from "../server/budget.ts";
import { watchBody } from "../server/slow-body.ts";

/** What the reading of a body is held to. */
export interface BodyRules {
  readonly maxBytes: number;
  /** What is read is taken of this budget. */
  readonly memory: BudgetShare;
  readonly slow: RequestLimits["slowBody"];
}

const MAX_DEPTH = 100;
/** More would hold the event loop: each unknown name costs the engine its shape. */
const MAX_NAMES = 20_000;
/** So would more values than this: lists of millions of nothing. */
const MAX_VALUES = 100_000;
/** This much of a text is looked at in one turn. */
const SLICE = 1024 * 1024;

/** True when the request carries a body at all (RFC 9112, 6). */
export function hasBody(ctx: Koa.Context): boolean {
  const length = ctx.get("content-length");
  return ctx.get("transfer-encoding") !== "" || (length !== "" && length !== "0");
}

/**
 * Reads a JSON body. Throws UnsupportedType, TooLarge, TooSlow, Unavailable, or Invalid for what is not well-formed UTF-8,
 * not JSON, or nested more than 100 levels deep.
 */
export async function readJson(ctx: Koa.Context, rules: BodyRules): Promise<unknown> {
  if (!isJson(ctx.get("content-type"))) {
    throw new UnsupportedType(
      msg("Send the body as application/json in UTF-8.", "Pošlete tělo jako application/json v UTF-8."),
    );
  }
  const bytes = await readBytes(ctx, rules);
  if (bytes.length === 0) throw malformed(msg("must not be empty", "nesmí být prázdné"));
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed(msg("must be well-formed UTF-8", "musí být správné UTF-8"));
  }
  const extent = await extentOf(text);
  if (extent.names > MAX_NAMES) {
    throw malformed(
      msg(`must have at most ${MAX_NAMES} properties`, `smí mít nejvýše ${MAX_NAMES} vlastností`),
    );
  }
  if (extent.values > MAX_VALUES) {
    throw malformed(msg(`must have at most ${MAX_VALUES} values`, `smí mít nejvýše ${MAX_VALUES} hodnot`));
  }
  if (extent.deepest > MAX_DEPTH) {
    throw malformed(
      msg(`must be nested at most ${MAX_DEPTH} levels deep`, `smí být nejvýše ${MAX_DEPTH} úrovní vnořené`),
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(msg("must be well-formed JSON", "musí být správný JSON"));
  }
}

const malformed = (words: ReturnType<typeof msg>) => Invalid.field("", words);

function isJson(contentType: string): boolean {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  if (!/^application\/([a-z0-9.!#$&^_-]+\+)?json$/.test(type.trim())) return false;
  return parameters.every((parameter) => {
    const [name, value] = parameter.trim().split("=");
    return name !== "charset" || /^"?utf-?8"?$/.test(value ?? "");
  });
}

async function readBytes(ctx: Koa.Context, { maxBytes, memory, slow }: BodyRules): Promise<Buffer> {
  const tooLarge = () =>
    new TooLarge(
      msg(`The body is larger than ${maxBytes} bytes.`, `Tělo požadavku je větší než ${maxBytes} bajtů.`),
    );
  if (Number(ctx.get("content-length")) > maxBytes) throw tooLarge();
  const pieces: Buffer[] = [];
  let length = 0;
  // Events, not `for await`: leaving that loop early would destroy the socket under the 413.
  let stopWatching = () => {};
  const read = new Promise<void>((done, failed) => {
    stopWatching = watchBody(ctx.req, slow, failed);
    let isRefused = false;
    const refuse = (error: Error) => {
      isRefused = true;
      // What was read is of no use any more.
      pieces.length = 0;
      failed(error);
    };
    ctx.req.on("data", (piece: Buffer) => {
      if (isRefused) return;
      length += piece.length;
      if (length > maxBytes) return refuse(tooLarge());
      try {
        memory.add(piece.length);
      } catch (error) {
        return refuse(error instanceof Error ? error : new Error(String(error)));
      }
      pieces.push(piece);
    });
    ctx.req.on("end", done);
    // The client went away in the middle, however its socket says that.
    const cutOff = () => failed(malformed(msg("ended too early", "skončilo příliš brzy")));
    ctx.req.on("error", cutOff);
    ctx.req.on("close", () => {
      if (!ctx.req.complete) cutOff();
    });
  });
  await read.finally(stopWatching);
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}

/** What is known of a JSON text up to some place of it. */
interface Extent {
  depth: number;
  deepest: number;
  /** Properties. */
  names: number;
  /** Properties and elements, but for the first of each list. */
  values: number;
  isInString: boolean;
  isEscaped: boolean;
}

/** How deep the text is nested and how much is in it, before JSON.parse builds anything. */
async function extentOf(text: string): Promise<Extent> {
  const extent = { depth: 0, deepest: 0, names: 0, values: 0, isInString: false, isEscaped: false };
  for (let from = 0; from < text.length; from += SLICE) {
    if (from > 0) await setImmediate();
    extend(extent, text, from, Math.min(text.length, from + SLICE));
  }
  return extent;
}

function extend(extent: Extent, text: string, from: number, to: number): void {
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
