import { createReadStream, statSync } from "node:fs";
import type { Readable } from "node:stream";
import { decrypted, headOf, unlock } from "./decrypt.ts";
import { givenPassphrase } from "./given-passphrase.ts";
import { demandEnd } from "./unpack.ts";

const PIECE_BYTES = 1024 * 1024;

/**
 * How the archive at `path` is read; null: it is a folder. The passphrase of an encrypted one is asked for here, before anything
 * is made or locked. Throws StartRefused on a wrong passphrase, and on a file that was cut short.
 */
export async function openerOf(
  path: string,
  passphraseFile: string | null,
): Promise<(() => Promise<Readable>) | null> {
  if (statSync(path).isDirectory()) return null;
  const head = await headOf(path);
  if (head === null) {
    await demandEnd(path);
    return async () => createReadStream(path, { highWaterMark: PIECE_BYTES });
  }
  const fileKey = await unlock(path, head, await givenPassphrase(path, passphraseFile));
  return () => decrypted(path, fileKey);
}
