import { httpsRequiredSince, saveHttpsRequiredSince } from "../../settings/settings.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";

// Terminals may send their unsent counts over plain HTTP for a while from the time on at which HTTPS is required.

/** Time that terminals have to send over plain HTTP what they hold. */
const DELIVERY_DAYS = 30;
const DAY_MS = 86_400_000;

/** End of the time in which terminals may send over plain HTTP, in milliseconds since 1970; null: HTTPS is not required. */
export function deliveryEnd({ db }: Pick<Storage, "db">): number | null {
  const since = httpsRequiredSince(db);
  return since === null ? null : since + DELIVERY_DAYS * DAY_MS;
}

/** Saves since when HTTPS is required. Changes nothing where that is the case already. */
export function saveRequirement(tx: Tx, isRequired: boolean): void {
  if (!isRequired) saveHttpsRequiredSince(tx, null);
  else if (httpsRequiredSince(tx) === null) saveHttpsRequiredSince(tx, Date.parse(tx.now));
}
