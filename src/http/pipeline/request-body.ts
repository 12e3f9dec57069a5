import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import type Koa from "koa";
import { Forbidden, Invalid, TooLarge, UnsupportedType } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { RawBody } from "../endpoint/endpoint-options.ts";
import { parse } from "../endpoint/parse.ts";
import { type BudgetShare, makeBudget } from "../limits/budget.ts";
import { watchBody } from "../limits/slow-body.ts";
import { makeQuota } from "./quota.ts";
import type { RequestInput } from "./request.ts";
import { assertMultipart, expectedUploadBytes, readUpload } from "./upload.ts";

/** The memory or the files of a body, held until the response is sent. */
interface ReceivedBody {
  /** Releases them. */
  discard(): Promise<void>;
}

/** Reads the body of a request into its input. Resolves with null without a body. */
export type ReadBody = (
  ctx: Koa.Context,
  endpoint: Endpoint,
  input: RequestInput,
  principal: Principal | null,
) => Promise<ReceivedBody | null>;

/** Creates the function that reads bodies, within the limits that all requests share. */
export function makeBodyReader(
  storage: Pick<Storage, "assertDiskSpace" | "folder">,
  clock: Clock,
  limits: RequestLimits,
): ReadBody {
  const memory = makeBudget(limits.bodyBytes);
  const uploads = makeBudget(limits.uploads);
  const uploadedBytes = makeBudget(limits.uploadBytes);
  const quota = makeQuota(clock, limits.uploadsPerHour.count, tooManyUploads);
  const bytesQuota = makeQuota(clock, limits.uploadsPerHour.bytes, tooManyUploads);
  const slow = limits.slowBody;

  async function readFile(
    ctx: Koa.Context,
    endpoint: Endpoint & { readonly file: string },
    input: RequestInput,
    principal: Principal,
  ): Promise<ReceivedBody> {
    const { maxBytes, file: part } = endpoint;
    assertMultipart(ctx);
    const bytes = expectedUploadBytes(ctx, maxBytes);
    storage.assertDiskSpace(bytes);
    const subject = subjectOf(principal);
    quota.consume(principal);
    bytesQuota.consume(principal, bytes);
    const [uploadShare, bytesShare] = [uploads(subject), uploadedBytes(subject)];
    return readWithShares([uploadShare, bytesShare], async () => {
      uploadShare.add(1);
      bytesShare.add(bytes);
      const upload = await readUpload(ctx, { folder: storage.folder, part, maxBytes, slow });
      try {
        assertQueued(ctx, principal, "photo", () => upload.file.sha256);
        input.upload = upload;
        if (endpoint.bodySchema) input.body = parse(endpoint.bodySchema, upload.fields);
      } catch (error) {
        await upload.discard();
        throw error;
      }
      return upload.discard;
    });
  }

  return async (ctx, endpoint, input, principal) => {
    if (hasFile(endpoint)) {
      if (principal === null) throw new Error(`${endpoint.path} accepts a file without authentication`);
      return readFile(ctx, endpoint, input, principal);
    }
    const { bodySchema, maxBytes } = endpoint;
    if (endpoint.isRaw) {
      const share = uploads(principal === null ? input.address : subjectOf(principal));
      return readWithShares([share], async () => {
        share.add(1);
        input.rawBody = openRawBody(ctx, { maxBytes, slow });
        return null;
      });
    }
    if (bodySchema === null || (endpoint.bodyOptional && !hasBody(ctx))) return null;
    const memoryShare = memory(input.address);
    return readWithShares([memoryShare], async () => {
      const { assertOpen } = endpoint;
      const { value: body, bytes } = await readJson(ctx, { maxBytes, memory: memoryShare, slow, assertOpen });
      assertQueued(ctx, principal, ctx.path, () => createHash("sha256").update(bytes).digest("hex"));
      if (typeof body !== "object" || body === null || Array.isArray(body)) {
        throw Invalid.field("", msg("The body must be a JSON object."));
      }
      input.body = parse(bodySchema, body);
      return null;
    });
  };
}

/** Reads a body. The shares are released by `discard`, or when reading fails. */
async function readWithShares(
  shares: readonly BudgetShare[],
  read: () => Promise<(() => Promise<void>) | null>,
): Promise<ReceivedBody> {
  const release = () => {
    for (const share of shares) share.release();
  };
  try {
    const discard = await read();
    return {
      async discard() {
        try {
          await discard?.();
        } finally {
          release();
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function hasFile(endpoint: Endpoint): endpoint is Endpoint & { readonly file: string } {
  return endpoint.file !== null;
}

function tooManyUploads(seconds: number) {
  return msg("You have uploaded too many files within an hour. Try again in {seconds} s.", { seconds });
}

/** Limits for reading a body. */
interface BodyOptions {
  readonly maxBytes: number;
  /** Memory budget for the bytes that are read. */
  readonly memory: BudgetShare;
  readonly slow: RequestLimits["slowBody"];
  readonly assertOpen: Endpoint["assertOpen"];
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
function hasBody(ctx: Koa.Context): boolean {
  const length = ctx.get("content-length");
  return ctx.get("transfer-encoding") !== "" || (length !== "" && length !== "0");
}

/**
 * Reads a JSON body. Throws UnsupportedType, TooLarge, TooSlow, Unavailable, or Invalid where the body is not well-formed
 * UTF-8, is not JSON, or is nested more than 100 levels deep.
 */
async function readJson(ctx: Koa.Context, rules: BodyOptions) {
  if (!isJson(ctx.get("content-type"))) {
    throw new UnsupportedType(msg("Send the body as application/json in UTF-8."));
  }
  const bytes = await readBytes(ctx, rules);
  rules.assertOpen?.();
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
  if (Number(ctx.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
  // Such a request has no stream (`optimizeEmptyRequests` in server/listener.ts), so it would never end.
  if (!hasBody(ctx)) return Buffer.alloc(0);
  const received = new ByteCollector();
  try {
    await readPieces(ctx.req, { maxBytes, slow }, (piece) => {
      memory.add(piece.length);
      received.append(piece);
    });
  } catch (error) {
    // Frees the memory of the discarded body.
    received.clear();
    throw error;
  }
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

/** Limits of a body of bytes. */
interface RawBodyLimits {
  readonly maxBytes: number;
  readonly slow: RequestLimits["slowBody"];
}

/** Opens a body of bytes, which the endpoint's handler reads. Throws UnsupportedType or TooLarge. */
function openRawBody(ctx: Koa.Context, { maxBytes, slow }: RawBodyLimits): RawBody {
  if (!ctx.is("application/octet-stream"))
    throw new UnsupportedType(msg("Send the body as application/octet-stream."));
  if (Number(ctx.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
  return {
    // A request without a body has no stream (`optimizeEmptyRequests` in server/listener.ts).
    read: async (take) => (hasBody(ctx) ? readPieces(ctx.req, { maxBytes, slow }, take) : undefined),
  };
}

/** Reads a body by events: leaving a `for await` loop early would destroy the socket before the response. */
function readPieces(
  req: IncomingMessage,
  { maxBytes, slow }: RawBodyLimits,
  take: (piece: Buffer) => Promise<void> | void,
): Promise<void> {
  let stopWatching = () => {};
  const reading = new Promise<void>((done, failed) => {
    let bytes = 0;
    let isRejected = false;
    let taking: Promise<void> = Promise.resolve();
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
      try {
        const taken = take(piece);
        if (taken === undefined) return;
        req.pause();
        taking = taken.then(() => void req.resume(), reject);
      } catch (error) {
        reject(error);
      }
    });
    // A paused stream ends too, while its last piece is being taken.
    req.on("end", () => void taking.then(done));
    // A client that disconnects causes `error`, `close` or both.
    const abort = () => reject(malformed(msg("ended too early")));
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

/** The error for a request with a submission token that delivers nothing that was queued. */
export const notQueued = () =>
  new Forbidden(
    msg("A submission token only delivers what its user queued. Log in to do this."),
    "notQueued",
  );

/**
 * Throws Forbidden where a request with a submission token does not carry the signature of its queued operation. The key of the
 * signatures was on the terminal only while the user was logged in. `subject`: the path; of an upload `photo`, because its subject may
 * get its id after the photo was taken. `contentHash`: SHA-256 of the body or the file, hex.
 */
function assertQueued(
  ctx: Koa.Context,
  principal: Principal | null,
  subject: string,
  contentHash: () => string,
): void {
  if (principal?.submission === undefined) return;
  const operationId = ctx.get("idempotency-key");
  const signature = Buffer.from(ctx.get("operation-signature"), "base64url");
  const signed = `${operationId}\n${subject}\n${contentHash()}`;
  const expected = createHmac("sha256", principal.submission.key).update(signed).digest();
  if (operationId === "" || signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw notQueued();
}
