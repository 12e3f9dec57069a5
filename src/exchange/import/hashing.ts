import { hashNewSecrets, type SecretHashes } from "../../access/users/user-changes.ts";
import { rowsIn } from "./rows-file.ts";

const OTHERS_WAIT_ROWS = 200;

/**
 * Hashes the passwords and PINs of all rows, before the transaction: about fifty a second, one at a time, so that logins get
 * their turn. Rejects with the signal's reason when that is aborted.
 */
export async function hashSecrets(
  rows: number,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<Map<number, SecretHashes>> {
  const hashes = new Map<number, SecretHashes>();
  let done = 0;
  for (const { number, values } of rowsIn(rows)) {
    signal.throwIfAborted();
    const { password, pin } = values;
    if (password !== undefined || pin !== undefined)
      hashes.set(number, await hashNewSecrets({ password, pin }));
    else if (done % OTHERS_WAIT_ROWS === 0) await new Promise(setImmediate);
    tell(++done);
  }
  return hashes;
}
