import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type Koa from "koa";
import type { KoaBodyMiddlewareOptions } from "koa-body";
import { Invalid, TooLarge, UnsupportedType } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { RequestLimits } from "../../platform/limits.ts";
import { diskWriteError, toDiskError } from "../../storage/disk-errors.ts";
import { UNFINISHED_PREFIX } from "../../storage/file-names.ts";
import { watchBody } from "../server/slow-body.ts";

/** What the parts around the file may take. */
const FRAME_BYTES = 64 * 1024;

/** Where an upload is received, and what it is held to. */
export interface UploadRules {
  /** The data folder: the next start removes what a crash leaves there. */
  readonly folder: string;
  /** The file's name in the multipart body. */
  readonly part: string;
  readonly maxBytes: number;
  readonly slow: RequestLimits["slowBody"];
}

/** A multipart body: its text fields, and the one file, which lies in a temporary place until the answer is made. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: {
    readonly path: string;
    readonly name: string;
    readonly size: number;
    readonly sha256: string;
  };
  discard(): Promise<void>;
}

const tooLarge = (maxBytes: number) => {
  const mebibytes = Math.floor(maxBytes / 1024 / 1024);
  return new TooLarge(
    msg(`The file is larger than ${mebibytes} MiB.`, `Soubor je větší než ${mebibytes} MiB.`),
  );
};

/** How many bytes an upload to an endpoint may have, by what it says of itself. Throws TooLarge. */
export function uploadBytes(ctx: Koa.Context, maxBytes: number): number {
  const said = Number(ctx.get("content-length"));
  if (said > maxBytes + FRAME_BYTES) throw tooLarge(maxBytes);
  return said > 0 ? said : maxBytes + FRAME_BYTES;
}

/** Throws UnsupportedType where the request is no multipart/form-data. */
export function assertMultipart(ctx: Koa.Context): void {
  if (ctx.is("multipart/form-data")) return;
  throw new UnsupportedType(msg("Send multipart/form-data.", "Pošlete multipart/form-data."));
}

/** Reads multipart/form-data with one file in the part `part`. Throws TooLarge, TooSlow, Unavailable or Invalid. */
export async function readUpload(ctx: Koa.Context, rules: UploadRules): Promise<Upload> {
  // A folder of its own: the parser lets files behind when it stops in the middle of several.
  const folder = await makeFolder(rules.folder);
  // Again while a file that was just being opened comes in between.
  const discard = () =>
    rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(leaveToNextStart);
  try {
    return { ...(await readParts(ctx, folder, rules)), discard };
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
    throw toDiskError(error) ?? diskWriteError();
  }
}

/** What a disk that takes no writes keeps is removed at the next start: it is unfinished by its name. */
function leaveToNextStart(error: unknown): void {
  if (toDiskError(error) === null) throw error;
}

async function readParts(
  ctx: Koa.Context,
  folder: string,
  { part, maxBytes, slow }: UploadRules,
): Promise<Omit<Upload, "discard">> {
  const { koaBody } = await loadParser();
  let stopWatching = () => {};
  const tooSlow = new Promise<never>((_, failed) => {
    stopWatching = watchBody(ctx.req, slow, failed);
  });
  const parsed = koaBody(optionsFor(folder, maxBytes))(ctx, async () => {});
  await Promise.race([parsed, cutOff(ctx.req), tooSlow]).finally(stopWatching);
  const files = Object.entries(ctx.request.files ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((file) => ({ name, file })),
  );
  const wanted = files.filter(({ name }) => name.toLowerCase() === part.toLowerCase());
  const only = wanted[0];
  if (only === undefined || wanted.length > 1) {
    throw Invalid.field(part, msg("must be exactly one file", "musí být právě jeden soubor"));
  }
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

/** Rejects when the client goes away: the parser does not notice one that went before it began. */
function cutOff(req: IncomingMessage): Promise<never> {
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
 * Loads the parser of uploads. It would be a tenth of the start; loaded with somebody's first upload, it would hold up the
 * others: so it is done when the box is ready.
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
      // What makes a part a file is its file name (RFC 7578, 4.2), not its content type: .NET gives texts one, files none.
      onPart(part, handle) {
        part.mimetype = part.originalFilename === null ? null : (part.mimetype ?? "application/octet-stream");
        handle(part);
      },
    },
    onError(error) {
      throw refusalOf(error, maxBytes);
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

function refusalOf(error: Error, maxBytes: number): Error {
  // formidable's numbers for a file, or all files, that are too large; other limits are those of the parts' number and size
  const code = "code" in error ? error.code : undefined;
  const refusal = toDiskError(error);
  if (refusal !== null) return refusal;
  return code === 1009 || code === 1016 ? tooLarge(maxBytes) : malformed();
}

function malformed(): Invalid {
  return Invalid.field(
    "",
    msg("is not a well-formed multipart/form-data body", "není správné tělo multipart/form-data"),
  );
}
