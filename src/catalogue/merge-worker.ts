import { Invalid, PreconditionFailed } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Tx } from "../storage/database/statement.ts";
import { type CatalogueName, getCatalogueRecord, getOwnTenant, isInCatalogue } from "./catalogue.ts";
import { BATCH_ROWS, reassignments } from "./merge-store.ts";
import * as store from "./store.ts";

/** A merge as a worker transaction, because a category may have a million articles. */
export interface MergeJob {
  readonly catalogue: CatalogueName;
  readonly oid: number;
  readonly into: number;
  readonly principal: Principal;
  /** The version from `If-Match`; null: no condition. */
  readonly ifChange: number | null;
}

/** Merges one record into another. Throws NotFound, PreconditionFailed, Invalid, and WrongState for a global record. */
export function run(tx: Tx, job: MergeJob, tell: (done: number) => void): void {
  const { catalogue, oid, into, principal } = job;
  const record = getCatalogueRecord(tx, catalogue, principal.tenantId, oid);
  if (job.ifChange !== null && record.change !== job.ifChange) throw new PreconditionFailed();
  const tenantId = getOwnTenant(record);
  if (into === oid) {
    throw Invalid.field("into", msg("is the record itself", "je tento záznam sám"));
  }
  if (!isInCatalogue(tx, catalogue, into, tenantId)) {
    throw Invalid.field("into", msg("names no existing record", "neoznačuje existující záznam"));
  }
  const change = { tenantId, from: oid, into, change: tx.change, now: tx.now, by: principal.userName };
  let done = 0;
  for (const step of reassignments[catalogue]) {
    for (let changes = BATCH_ROWS; changes === BATCH_ROWS; ) {
      ({ changes } = step.run(tx, change));
      done += changes;
      tell(done);
    }
  }
  store.remove[catalogue].run(tx, { tenantId, oid });
}
