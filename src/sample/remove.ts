import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Tx } from "../storage/database/statement.ts";
import { assertNoBlockers } from "./blockers.ts";
import { STEPS } from "./deletions.ts";
import { markDependents } from "./dependents.ts";
import { hasSample, type TenantKey } from "./records.ts";

/**
 * Removes the tenant's sample data with its dependents and their audit. Throws NotFound if there is none, Conflict that names
 * the tenant's own records that use it.
 */
export function removeSample(tx: Tx, { tenantId }: TenantKey): void {
  if (!hasSample(tx, tenantId)) {
    throw new NotFound(msg("There is no sample data.", "Žádná ukázková data tu nejsou."));
  }
  tx.setCause("sample");
  markDependents(tx, { tenantId });
  assertNoBlockers(tx, { tenantId });
  for (const step of STEPS) step.run(tx, { tenantId, now: tx.now, change: tx.change });
}
