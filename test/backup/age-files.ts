import { Encrypter } from "age-encryption";

export const PASSPHRASE = "Žluťoučký kůň peje";

/** An age file of this content with the passphrase, at a low cost of a guess. */
export async function encryptedCheaply(content: Uint8Array): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(PASSPHRASE);
  encrypter.setScryptWorkFactor(10);
  return Buffer.from(await encrypter.encrypt(content));
}

/** Bytes of an age file's header. */
export const headBytes = (bytes: Buffer) => bytes.indexOf("\n", bytes.indexOf("\n--- ") + 1) + 1;

/** Changes one bit of the byte at `at`; a negative one counts from the end. */
export function changedAt(bytes: Buffer, at: number): Buffer {
  const index = Math.floor(at < 0 ? bytes.length + at : at);
  bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index);
  return bytes;
}
