import { hashNewSecrets, type SecretHashes } from "../../access/accounts/user-changes.ts";
import { readRows } from "./rows-file.ts";

const YIELD_EVERY_ROWS = 200;

/**
 * Hashes the passwords and PINs of all rows before the transaction, by row number. Hashes one at a time, about fifty a second,
 * so that logins are not delayed. Rejects with the signal's reason when aborted.
 */
export async function hashSecrets(
  rows: number,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Map<number, SecretHashes>> {
  const hashes = new Map<number, SecretHashes>();
  let done = 0;
  for (const { number, values } of readRows(rows)) {
    signal.throwIfAborted();
    const { password, pin } = values;
    if (password !== undefined || pin !== undefined)
      hashes.set(number, await hashNewSecrets({ password, pin }));
    else if (done % YIELD_EVERY_ROWS === 0) await new Promise(setImmediate);
    onProgress(++done);
  }
  return hashes;
}
