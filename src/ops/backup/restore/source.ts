import { closeSync, fstatSync, openSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { promptHidden, readFirstLine } from "../../../platform/prompt.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { makePart } from "../../../storage/files/file-part.ts";
import { CopyError } from "./copy-error.ts";
import { decrypt, readAgeHeader, unwrapFileKey } from "./decrypt.ts";
import { type ArchiveFile, assertArchiveEnd } from "./unpack.ts";

/** A copy that has not been parsed yet: a folder or an open archive. */
export interface CopySource {
  readonly path: string;
  /** Descriptor of the archive; null for a folder. */
  readonly fd: number | null;
  /** Null for a folder and for an archive that is not encrypted. */
  readonly passphrase: string | null;
}

/** Opens a copy and prompts for the passphrase of an encrypted archive, before any folder is created or locked. */
export async function openSource(path: string, passphraseFile: string | null): Promise<CopySource> {
  if (statSync(path).isDirectory()) return { path, fd: null, passphrase: null };
  const fd = openSync(path, "r");
  const isEncrypted = readAgeHeader(fd) !== null;
  return { path, fd, passphrase: isEncrypted ? await readPassphrase(path, passphraseFile) : null };
}

/** Closes the archive of a copy. Does nothing for a folder. */
export function closeSource({ fd }: CopySource): void {
  if (fd !== null) closeSync(fd);
}

/** Prepares an archive for reading. Throws StartupError on a wrong passphrase and on a truncated file. */
export async function openArchive(path: string, fd: number, passphrase: string | null): Promise<ArchiveFile> {
  // By its descriptor: the process that reads the file may not have the right to open it.
  const read = () => Readable.from(makePart(fd, 0, fstatSync(fd).size).chunks, { objectMode: false });
  const head = readAgeHeader(fd);
  if (head === null) {
    assertArchiveEnd(path, fd);
    return { path, open: async () => read() };
  }
  if (passphrase === null) throw new CopyError(`${path}: the archive is encrypted`, "passphraseMissing");
  const fileKey = await unwrapFileKey(path, head, passphrase);
  return { path, open: () => decrypt(read(), fileKey) };
}

/** For scripts: a command line is visible to other users, the environment is not. */
const VARIABLE = "BACKUP_PASSPHRASE";

/**
 * Reads the passphrase of the backup at `path`: from the first line of the file, else from the environment, else from a
 * hidden prompt on the terminal, else from the first line of standard input. Throws StartupError where it is empty.
 */
async function readPassphrase(path: string, file: string | null): Promise<string> {
  const passphrase = (await rawPassphrase(path, file)).normalize("NFC");
  if (passphrase !== "") return passphrase;
  throw new StartupError(
    `${path}: the archive is encrypted. Enter the passphrase on a terminal, or pass it in --passphrase-file, ${VARIABLE} or standard input.`,
  );
}

async function rawPassphrase(path: string, file: string | null): Promise<string> {
  if (file !== null) return (await readFile(file, "utf8")).split(/\r?\n/, 1)[0] ?? "";
  const ofEnvironment = process.env[VARIABLE];
  if (ofEnvironment) return ofEnvironment;
  return process.stdin.isTTY ? promptHidden(`Passphrase of ${path}: `) : readFirstLine(process.stdin);
}
