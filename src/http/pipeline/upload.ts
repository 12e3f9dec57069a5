import { randomUUID } from "node:crypto";
import { mkdir, rm, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type Koa from "koa";
import type { KoaBodyMiddlewareOptions } from "koa-body";
import { Invalid, TooLarge, UnsupportedType } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import { diskWriteError, toDiskError, toWriteError } from "../../storage/files/disk-errors.ts";
import { UNFINISHED_PREFIX } from "../../storage/files/file-names.ts";
import type { Upload } from "../endpoint/endpoint-options.ts";
import { watchBody } from "../limits/slow-body.ts";

/** Limit for the other parts of a multipart body. */
const FRAME_BYTES = 64 * 1024;

/** Target folder and limits of an upload. */
interface UploadOptions {
  /** The data folder. The next start removes the files that a crash leaves there. */
  readonly folder: string;
  /** The file's name in the multipart body. */
  readonly part: string;
  readonly maxBytes: number;
  readonly slow: RequestLimits["slowBody"];
}

const tooLarge = (maxBytes: number) => {
  const mebibytes = Math.floor(maxBytes / 1024 / 1024);
  return new TooLarge(msg("The file is larger than {mebibytes} MiB.", { mebibytes }));
};

/** Expected bytes of an upload: its `Content-Length`, or the maximum without one. Throws TooLarge. */
export function expectedUploadBytes(ctx: Koa.Context, maxBytes: number): number {
  const contentLength = Number(ctx.get("content-length"));
  if (contentLength > maxBytes + FRAME_BYTES) throw tooLarge(maxBytes);
  return contentLength > 0 ? contentLength : maxBytes + FRAME_BYTES;
}

/** Throws UnsupportedType unless the request is multipart/form-data. */
export function assertMultipart(ctx: Koa.Context): void {
  if (ctx.is("multipart/form-data")) return;
  throw new UnsupportedType(msg("Send multipart/form-data."));
}

/** Reads multipart/form-data with one file in the part `part`. Throws TooLarge, TooSlow, Unavailable or Invalid. */
export async function readUpload(ctx: Koa.Context, options: UploadOptions): Promise<Upload> {
  // A separate folder: the parser leaves files behind when it stops between several files.
  const folder = await makeFolder(options.folder);
  // With retries: the parser may create a file during the removal.
  const discard = () =>
    rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(leaveToNextStart);
  try {
    return { ...(await readParts(ctx, folder, options)), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function makeFolder(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, `${UNFINISHED_PREFIX}upload-${randomUUID()}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    throw toWriteError(error);
  }
}

/** Ignores a disk that is not accepting writes. The next start removes the folder by its prefix. */
function leaveToNextStart(error: unknown): void {
  if (toDiskError(error) === null) throw error;
}

async function readParts(
  ctx: Koa.Context,
  folder: string,
  { part, maxBytes, slow }: UploadOptions,
): Promise<Omit<Upload, "discard">> {
  const { koaBody } = await loadParser();
  let stopWatching = () => {};
  const tooSlow = new Promise<never>((_, failed) => {
    stopWatching = watchBody(ctx.req, slow, failed);
  });
  const parsed = koaBody(optionsFor(folder, maxBytes))(ctx, async () => {});
  await Promise.race([parsed, rejectOnClose(ctx.req), tooSlow]).finally(stopWatching);
  const files = Object.entries(ctx.request.files ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((file) => ({ name, file })),
  );
  const matching = files.filter(({ name }) => name.toLowerCase() === part.toLowerCase());
  const only = matching[0];
  if (only === undefined || matching.length > 1) {
    throw Invalid.field(part, msg("must be exactly one file"));
  }
  await assertStored(only.file);
  return {
    fields: textFields(ctx.request.body),
    file: {
      path: only.file.filepath,
      name: only.file.originalFilename ?? "",
      size: only.file.size,
      sha256: only.file.hash ?? "",
    },
  };
}

/** Throws Unavailable unless the disk has all bytes: the parser may end before it notices that a write failed. */
async function assertStored({ filepath, size }: { filepath: string; size: number }): Promise<void> {
  const stored = await stat(filepath).catch((error: unknown) => {
    throw toWriteError(error);
  });
  if (stored.size !== size) throw diskWriteError();
}

/** Rejects when the client disconnects. The parser does not notice a client that has left before it began. */
function rejectOnClose(req: IncomingMessage): Promise<never> {
  return new Promise((_, failed) => {
    const check = () => {
      if (!req.readableEnded) failed(malformed());
    };
    if (req.destroyed) check();
    else req.once("close", check);
  });
}

let parser: Promise<typeof import("koa-body")> | null = null;

/**
 * Loads the multipart parser. At the start it would take a tenth of the time, at the first upload it would delay other
 * requests. So it is loaded when the server is ready.
 */
export function loadParser(): Promise<typeof import("koa-body")> {
  parser ??= import("koa-body");
  return parser;
}

function optionsFor(uploadDir: string, maxBytes: number): Partial<KoaBodyMiddlewareOptions> {
  return {
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      uploadDir,
      maxFiles: 4,
      maxFileSize: maxBytes,
      maxTotalFileSize: maxBytes + FRAME_BYTES,
      maxFields: 20,
      maxFieldsSize: FRAME_BYTES,
      allowEmptyFiles: true,
      minFileSize: 0,
      hashAlgorithm: "sha256",
      // A part with a file name is a file (RFC 7578, 4.2). The content type is unreliable: .NET sets it on texts, not on files.
      onPart(part, handle) {
        part.mimetype = part.originalFilename === null ? null : (part.mimetype ?? "application/octet-stream");
        handle(part);
      },
    },
    onError(error) {
      throw toDomainError(error, maxBytes);
    },
  };
}

function textFields(body: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(typeof body === "object" && body !== null ? body : {})) {
    if (typeof value === "string") fields[name] = value;
  }
  return fields;
}

function toDomainError(error: Error, maxBytes: number): Error {
  const code = "code" in error ? error.code : undefined;
  const diskError = toDiskError(error);
  if (diskError !== null) return diskError;
  // formidable's codes for a file that is too large and for a too large sum. Other codes limit number and size of the parts.
  return code === 1009 || code === 1016 ? tooLarge(maxBytes) : malformed();
}

function malformed(): Invalid {
  return Invalid.field("", msg("is not a well-formed multipart/form-data body"));
}
