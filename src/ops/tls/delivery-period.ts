import { z } from "zod";
import { sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";

// The time since when HTTPS is required, in the table of settings. Terminals may send their unsent counts over plain HTTP for a
// while from then on.

/** Time that terminals have to send over plain HTTP what they hold. */
const DELIVERY_DAYS = 30;
const DAY_MS = 86_400_000;
const NAME = "httpsRequiredSince";

const stored = statement(() => sqlite.selectFrom("setting").where("name", "=", NAME).select("value"));
const save = statement((p: { value: string; change: number }) =>
  sqlite.replaceInto("setting").values({ name: NAME, value: p.value, change: p.change }),
);
const remove = statement(() => sqlite.deleteFrom("setting").where("name", "=", NAME));

/** End of the time in which terminals may send over plain HTTP, in milliseconds since 1970; null: HTTPS is not required. */
export function deliveryEnd({ db }: Pick<Storage, "db">): number | null {
  const row = stored.first(db, {});
  return row === null ? null : z.number().parse(JSON.parse(row.value)) + DELIVERY_DAYS * DAY_MS;
}

/** Saves since when HTTPS is required. Changes nothing where that is the case already. */
export function saveRequirement(tx: Tx, isRequired: boolean): void {
  if (!isRequired) remove.run(tx, {});
  else if (stored.first(tx, {}) === null)
    save.run(tx, { value: JSON.stringify(Date.parse(tx.now)), change: tx.change });
}
