import { readSync } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Decrypter } from "age-encryption";
import { errorMessage } from "../../../platform/error-code.ts";
import { CopyError } from "./copy-error.ts";

// Decrypts backups: age files with one passphrase (age-encryption.org/v1, "The scrypt recipient type").

const MAGIC = "age-encryption.org/v1\n";
const BY_PASSPHRASE = `${MAGIC}-> scrypt `;
/** A header with one passphrase has about 150 bytes. */
const HEAD_BYTES = 1024;
const NO_MATCH = "no identity matched";

/** Reads the first bytes of the open file `fd`, with the age header; null where it is not an age file. */
export function readAgeHeader(fd: number): Buffer | null {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const head = buffer.subarray(0, readSync(fd, buffer, 0, HEAD_BYTES, 0));
  return head.toString("latin1").startsWith(MAGIC) ? head : null;
}

/**
 * Decrypts the file key of an age file. It takes about a second and the memory that the header demands. Throws CopyError
 * on a wrong passphrase, a damaged header, and a file that was encrypted to a key.
 */
export async function unwrapFileKey(path: string, head: Buffer, passphrase: string): Promise<Uint8Array> {
  if (!head.toString("latin1").startsWith(BY_PASSPHRASE))
    throw new CopyError(
      `${path}: was not encrypted with a passphrase; decrypt it with the program age first`,
      "toKey",
    );
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decryptHeader(head);
  } catch (error) {
    const reason = errorMessage(error);
    if (reason.startsWith(NO_MATCH))
      throw new CopyError(`${path}: wrong passphrase. Nothing was changed.`, "passphraseWrong");
    throw new CopyError(`${path}: the encrypted backup is damaged (${reason})`, "damaged");
  }
}

/** Decrypts the content of an age file as a stream. It fails where the file was changed or truncated. */
export async function decrypt(encrypted: Readable, fileKey: Uint8Array): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  // In a program with the types of the DOM, its streams and those of Node are different types.
  const web: unknown = Readable.toWeb(encrypted);
  const plain: unknown = await decrypter.decrypt(web as ReadableStream<Uint8Array>);
  return Readable.fromWeb(plain as NodeReadableStream<Uint8Array>);
}
