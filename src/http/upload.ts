import { unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import type Koa from "koa";
import { Invalid, TooLarge, UnsupportedType } from "../errors.ts";
import { say } from "../words.ts";

const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** What the parts around the file may take. */
const FRAME_BYTES = 64 * 1024;

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

const tooLarge = new TooLarge(say("The file is larger than 20 MiB.", "Soubor je větší než 20 MiB."));

/** Reads multipart/form-data with one file in the part `part`. Throws UnsupportedType, TooLarge or Invalid. */
export async function readUpload(ctx: Koa.Context, part: string): Promise<Upload> {
  if (!ctx.is("multipart/form-data")) {
    throw new UnsupportedType(say("Send multipart/form-data.", "Pošlete multipart/form-data."));
  }
  if (Number(ctx.get("content-length")) > MAX_FILE_BYTES + FRAME_BYTES) throw tooLarge;
  parser ??= makeParser();
  const parse = await parser;
  await parse(ctx, async () => {});
  const files = Object.entries(ctx.request.files ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((file) => ({ name, file })),
  );
  const discard = async () => {
    await Promise.all(files.map(({ file }) => unlink(file.filepath)));
  };
  const wanted = files.filter(({ name }) => name.toLowerCase() === part.toLowerCase());
  const only = wanted[0];
  if (only === undefined || wanted.length > 1) {
    await discard();
    throw Invalid.field(part, say("must be exactly one file", "musí být právě jeden soubor"));
  }
  return {
    fields: textFields(ctx.request.body),
    file: {
      path: only.file.filepath,
      name: only.file.originalFilename ?? "",
      size: only.file.size,
      sha256: only.file.hash ?? "",
    },
    discard,
  };
}

let parser: Promise<Koa.Middleware> | null = null;

/** The parser is loaded with the first upload: it would be a tenth of the start. */
async function makeParser(): Promise<Koa.Middleware> {
  const { koaBody } = await import("koa-body");
  return koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      uploadDir: tmpdir(),
      maxFiles: 4,
      maxFileSize: MAX_FILE_BYTES,
      maxTotalFileSize: MAX_FILE_BYTES + FRAME_BYTES,
      maxFields: 20,
      maxFieldsSize: FRAME_BYTES,
      allowEmptyFiles: true,
      minFileSize: 0,
      hashAlgorithm: "sha256",
    },
    onError(error) {
      throw refusalOf(error);
    },
  });
}

function textFields(body: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(typeof body === "object" && body !== null ? body : {})) {
    if (typeof value === "string") fields[name] = value;
  }
  return fields;
}

function refusalOf(error: Error): Error {
  const status = "httpCode" in error ? error.httpCode : undefined;
  if (status === 413) return tooLarge;
  return Invalid.field(
    "",
    say("is not a well-formed multipart/form-data body", "není správné tělo multipart/form-data"),
  );
}
