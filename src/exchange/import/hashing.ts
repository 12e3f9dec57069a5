import { hashNewSecrets } from "../../access/accounts/user-changes.ts";
import { readRows } from "./rows-file.ts";
import type { Row } from "./values.ts";

const YIELD_EVERY_ROWS = 200;
/** A character of a masked secret. */
const MASK = "•";

/**
 * The rows with the hashes of their passwords and PINs in place of the secrets. Hashes one at a time, about fifty a second, so
 * that logins are not delayed. Throws the signal's reason when aborted.
 */
export async function* hashedRows(rows: number, signal: AbortSignal): AsyncGenerator<Row, void> {
  let done = 0;
  for (const row of readRows(rows)) {
    signal.throwIfAborted();
    const { password, pin } = row.values;
    if (password !== undefined || pin !== undefined) yield await withHashes(row);
    else {
      if (done % YIELD_EVERY_ROWS === 0) await new Promise(setImmediate);
      yield row;
    }
    done++;
  }
}

async function withHashes(row: Row): Promise<Row> {
  const { password, pin, ...values } = row.values;
  const hashes = await hashNewSecrets({ password, pin });
  const masked = {
    ...(password !== undefined && { password: MASK }),
    // The rules need its length.
    ...(pin !== undefined && { pin: MASK.repeat(pin.length) }),
  };
  return { ...row, values: { ...values, ...masked }, hashes };
}
