import { readSync } from "node:fs";
import { Readable } from "node:stream";
import { Decrypter } from "age-encryption";
import { StartupError } from "../../../platform/startup-error.ts";

// Encrypted backups: age files with one passphrase (age-encryption.org/v1, "The scrypt recipient type").

const MAGIC = "age-encryption.org/v1\n";
const BY_PASSPHRASE = `${MAGIC}-> scrypt `;
/** The header with one passphrase has some 150 bytes. */
const HEAD_BYTES = 1024;
const NO_MATCH = "no identity matched";

/** The first bytes of an age file, open as `fd`, with its header; null: the file is none. */
export function readAgeHeader(fd: number): Buffer | null {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const head = buffer.subarray(0, readSync(fd, buffer, 0, HEAD_BYTES, 0));
  return head.toString("latin1").startsWith(MAGIC) ? head : null;
}

/**
 * The key of an age file. Takes a second, and the memory that its header demands. Throws StartRefused where the passphrase
 * is wrong, where the header is damaged, and where the file was encrypted to a key.
 */
export async function unwrapFileKey(path: string, head: Buffer, passphrase: string): Promise<Uint8Array> {
  if (!head.toString("latin1").startsWith(BY_PASSPHRASE))
    throw new StartupError(
      `${path}: was not encrypted with a passphrase; decrypt it with the program age first`,
      "foreign",
    );
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decryptHeader(head);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason.startsWith(NO_MATCH))
      throw new StartupError(`${path}: this is not the passphrase of this backup; nothing was changed`);
    throw new StartupError(`${path}: the encrypted backup is damaged (${reason})`, "damaged");
  }
}

/** The content of an age file, decrypted as it is read. It fails where the file was changed or cut short. */
export async function decrypt(encrypted: Readable, fileKey: Uint8Array): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  const plain = await decrypter.decrypt(Readable.toWeb(encrypted));
  return Readable.fromWeb(plain);
}
