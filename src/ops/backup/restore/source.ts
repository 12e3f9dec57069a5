import { closeSync, openSync, read as readFd, statSync } from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { StartupError } from "../../../platform/startup-error.ts";
import { decrypt, readAgeHeader, unwrapFileKey } from "./decrypt.ts";
import { readPassphrase } from "./given-passphrase.ts";
import { type ArchiveFile, assertArchiveEnd } from "./unpack.ts";

const PIECE_BYTES = 1024 * 1024;

/** A copy: a folder, or an archive that is open. Nothing of it was parsed yet. */
export interface CopySource {
  readonly path: string;
  /** Of the archive; null: it is a folder. */
  readonly fd: number | null;
  /** Null: the archive is not encrypted, or it is a folder. */
  readonly passphrase: string | null;
}

/** Opens a copy. The passphrase of an encrypted archive is asked for here, before anything is made or locked. */
export async function openSource(path: string, passphraseFile: string | null): Promise<CopySource> {
  if (statSync(path).isDirectory()) return { path, fd: null, passphrase: null };
  const fd = openSync(path, "r");
  const isEncrypted = readAgeHeader(fd) !== null;
  return { path, fd, passphrase: isEncrypted ? await readPassphrase(path, passphraseFile) : null };
}

export function closeSource({ fd }: CopySource): void {
  if (fd !== null) closeSync(fd);
}

/** How an archive is read. Throws StartRefused on a wrong passphrase, and on a file that was cut short. */
export async function openArchive(path: string, fd: number, passphrase: string | null): Promise<ArchiveFile> {
  // The file is read by its descriptor: whoever reads it may not be allowed to open it.
  const read = () => Readable.from(piecesOf(fd), { objectMode: false });
  const head = readAgeHeader(fd);
  if (head === null) {
    assertArchiveEnd(path, fd);
    return { path, open: async () => read() };
  }
  if (passphrase === null) throw new StartupError(`${path}: is encrypted`);
  const fileKey = await unwrapFileKey(path, head, passphrase);
  return { path, open: () => decrypt(read(), fileKey) };
}

const readAt = promisify(readFd);

/** The content of an open file; a stream of Node's own would close the descriptor when it is broken off. */
async function* piecesOf(fd: number): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await readAt(fd, Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
