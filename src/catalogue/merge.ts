import { Invalid, PreconditionFailed } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Statement, Tx } from "../storage/database/statement.ts";
import { type CatalogueName, getCatalogueRecord, getOwnTenant, isInCatalogue } from "./catalogue.ts";
import * as store from "./store.ts";

/** Rows changed per statement. The worker transaction reports its progress in between. */
export const BATCH_ROWS = 500;

/** Parameters of a statement that replaces a record of a list by another one (`from` by `into`). */
export interface ReassignmentParams {
  readonly tenantId: number;
  readonly from: number;
  readonly into: number;
  readonly change: number;
  readonly now: string;
  readonly by: string;
}
/** Reassigns at most BATCH_ROWS rows that refer to the record `from`. The owner of the table exports it. */
export type Reassignment = Statement<ReassignmentParams, unknown>;
/** The reassignments of a feature by catalogue, in order. */
export type Reassignments = Readonly<Partial<Record<CatalogueName, readonly Reassignment[]>>>;

/** A merge as a worker transaction, because a category may have a million articles. */
export interface MergeJob {
  readonly catalogue: CatalogueName;
  readonly oid: number;
  readonly into: number;
  readonly principal: Principal;
  /** The version from `If-Match`; null: no condition. */
  readonly ifChange: number | null;
}

/**
 * Merges one record into another: all features reassign their references. Throws NotFound, PreconditionFailed, Invalid, and
 * WrongState for a global record.
 */
export function mergeRecords(
  tx: Tx,
  job: MergeJob,
  features: readonly Reassignments[],
  report: (done: number) => void,
): void {
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
  for (const reassignment of features.flatMap((feature) => feature[catalogue] ?? [])) {
    for (let changes = BATCH_ROWS; changes === BATCH_ROWS; ) {
      ({ changes } = reassignment.run(tx, change));
      done += changes;
      report(done);
    }
  }
  store.remove[catalogue].run(tx, { tenantId, oid });
}
