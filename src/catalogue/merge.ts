import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { assertCategoryNotOwned } from "../master-data/ownership.ts";
import type { ReferringTable } from "../records/catalogue-references.ts";
import type { CatalogueName } from "../records/catalogues.ts";
import type { Statement, Tx } from "../storage/database/statement.ts";
import type { ReplacedReference } from "../storage/database/table-statements.ts";
import type { JobContext, JobStep } from "../storage/jobs/job-program.ts";
import { getCatalogueRecord, getOwnTenant, isInCatalogue } from "./catalogue.ts";
import { passDefault } from "./order.ts";
import * as store from "./store.ts";

/** Rows changed per statement: a few milliseconds of work. */
export const BATCH_ROWS = 100;

/** Parameters of a statement that replaces a record of a list by another one. */
export interface ReassignmentParams extends ReplacedReference {
  readonly now: string;
  readonly by: string;
}
/** Reassigns at most BATCH_ROWS rows that refer to the record `from`. The owner of the table exports it. */
export type Reassignment = Statement<ReassignmentParams, unknown>;
/** The reassignments of the references of a table by catalogue, in order. */
export type Reassignments = Readonly<Record<CatalogueName, readonly Reassignment[]>>;

/** The reassignments of each table that refers to lists, in order. */
type AllReassignments = Readonly<Record<ReferringTable<"reference" | "ints">, Reassignments>>;

/** Input of a merge. */
export interface MergeInput {
  readonly catalogue: CatalogueName;
  readonly oid: number;
  readonly into: number;
  readonly principal: Principal;
}

/**
 * Throws Invalid if the record can't be merged into the other, or is a category that the head office owns, WrongState for a global
 * record.
 */
export function assertMergeable(tx: Tx, { catalogue, oid, into, principal }: MergeInput): void {
  const record = getCatalogueRecord(tx, catalogue, principal.tenantId, oid);
  const tenantId = getOwnTenant(record);
  if (into === oid) {
    throw Invalid.field("into", msg("is the record itself"));
  }
  if (!isInCatalogue(tx, catalogue, into, tenantId)) {
    throw Invalid.field("into", msg("names no existing record"));
  }
  if (catalogue === "articleCategory") assertCategoryNotOwned(tx, tenantId, record.name, "into");
}

/**
 * Merges one record into another, as the program of a job: all tables that refer to lists are reassigned. From its first change
 * on it can't be cancelled: repeating it goes on. Throws as `assertMergeable` before that. Records that begin to refer to it meanwhile are reassigned too, at the end.
 */
export function* mergeRecords(
  { tx, input, position }: JobContext<MergeInput, number>,
  tables: AllReassignments,
): Generator<JobStep<number>, null, void> {
  // Again, in the transaction of the first change: the other record may have been deleted while the job waited.
  if (position === null) assertMergeable(tx, input);
  const { catalogue, oid, into, principal } = input;
  const { tenantId, userName: by } = principal;
  const reassignments = Object.values(tables).flatMap((table) => table[catalogue]);
  let done = position ?? 0;
  for (let isEmpty = false; !isEmpty; ) {
    isEmpty = true;
    for (const reassignment of reassignments) {
      const { changes } = reassignment.run(tx, {
        tenantId,
        from: oid,
        into,
        change: tx.change,
        now: tx.now,
        by,
      });
      if (changes === 0) continue;
      isEmpty = false;
      done += changes;
      yield { position: done, done, isFinal: true };
    }
  }
  passDefault(tx, { tenantId, catalogue, oid }, into);
  store.remove[catalogue].run(tx, { tenantId, oid });
  return null;
}
