import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, nullIfMissing } from "../../platform/error-code.ts";
import { MAX_BUNDLE_BYTES, MAX_SIGNATURE } from "./bundle.ts";
import { BUNDLE_FILE, type FolderError, type FolderOutcome } from "./folders.ts";

// Process that reads a folder of another disk or a network drive, which may hang: `node folder-process.ts FOLDER` lists the bundles at
// its top; `node folder-process.ts FOLDER NAME COPY` copies a bundle to the file COPY and its signature to COPY.sig. It prints one
// line of JSON (FolderOutcome).

/** Entries of a folder that are looked at. */
const MAX_FILES = 200;
const PIECE = 256 * 1024;

class Refused extends Error {
  readonly reason: FolderError;

  constructor(reason: FolderError) {
    super(reason);
    this.reason = reason;
  }
}

const [folder = "", name, copy] = process.argv.slice(2);
const outcome = name === undefined || copy === undefined ? await list(folder) : await fetchBundle(name, copy);
process.stdout.write(`${JSON.stringify(outcome)}\n`);

async function list(path: string): Promise<FolderOutcome> {
  const bundles: { name: string; bytes: number }[] = [];
  try {
    const names = (await readdir(path)).filter((one) => BUNDLE_FILE.test(one)).slice(0, MAX_FILES);
    for (const one of names) {
      const found = await lstat(join(path, one)).catch(nullIfMissing);
      if (found?.isFile()) bundles.push({ name: one, bytes: found.size });
    }
  } catch (error) {
    return { error: reasonOf(error), bundles: [] };
  }
  return { error: null, bundles };
}

async function fetchBundle(from: string, to: string): Promise<FolderOutcome> {
  try {
    await copyFile(join(folder, from), to, MAX_BUNDLE_BYTES);
    await copyFile(join(folder, `${from}.sig`), `${to}.sig`, MAX_SIGNATURE).catch((error: unknown) => {
      throw reasonOf(error) === "missing" ? new Refused("noSignature") : error;
    });
  } catch (error) {
    return { error: reasonOf(error), bundles: [] };
  }
  return { error: null, bundles: [] };
}

/** Copies a file of at most `max` bytes that nobody is writing. Throws Refused, or the error of a file operation. */
async function copyFile(from: string, to: string, max: number): Promise<void> {
  // Without O_NONBLOCK the open of a pipe would wait for a writer.
  await using source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const before = await source.stat();
  if (!before.isFile()) throw new Refused("notAFile");
  if (before.size > max) throw new Refused("tooLarge");
  await using target = await open(to, "wx", 0o600);
  const bytes = await pipe(source, target, before.size);
  const after = await source.stat();
  if (bytes !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw new Refused("growing");
}

/** Copies up to one byte more than `expected`. Returns the number of bytes. */
async function pipe(source: FileHandle, target: FileHandle, expected: number): Promise<number> {
  const piece = Buffer.alloc(PIECE);
  for (let at = 0; ; ) {
    const { bytesRead } = await source.read(piece, 0, Math.min(PIECE, expected + 1 - at), at);
    if (bytesRead === 0) return at;
    at += bytesRead;
    if (at > expected) return at;
    await target.writeFile(piece.subarray(0, bytesRead));
  }
}

function reasonOf(error: unknown): FolderError {
  if (error instanceof Refused) return error.reason;
  switch (errorCode(error)) {
    case "ENOENT":
      return "missing";
    case "ELOOP":
    case "ENXIO":
      return "notAFile";
    case "ENOSPC":
    case "EDQUOT":
      return "noSpace";
    default:
      return "unreadable";
  }
}
