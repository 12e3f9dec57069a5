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
/** Rows read per statement of a scan: as much work. */
const SCANNED_ROWS = 500;

/** Parameters of a statement that replaces a record of a list by another one. */
export interface ReassignmentParams extends ReplacedReference {
  readonly now: string;
  readonly by: string;
}
/** Reassigns at most BATCH_ROWS rows that refer to the record `from`. The owner of the table exports it. */
type Reassignment = Statement<ReassignmentParams, unknown>;
/** The reassignments of the references of a table by catalogue, in order. */
export type Reassignments = Readonly<Record<CatalogueName, readonly Reassignment[]>>;

/** Reassigns rows that no index finds. */
export interface Scan {
  /** The last row of the table. */
  readonly last: Statement<object, { oid: number | null }>;
  /** Reassigns the rows after `after`, up to `end`. */
  readonly reassign: Statement<ReassignmentParams & { after: number; end: number }, unknown>;
}
/** The scans by catalogue, in order: what one changes, the later ones may read. */
export type Scans = Readonly<Record<CatalogueName, readonly Scan[]>>;

/** The reassignments of each table that refers to lists, and of the filters of saved views, in order. */
type AllReassignments = Readonly<Record<ReferringTable<"reference" | "ints"> | "savedView", Reassignments>>;

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
  allScans: Scans,
): Generator<JobStep<number>, null, void> {
  const { catalogue, oid, into, principal } = input;
  const { tenantId, userName: by } = principal;
  const reassignments = Object.values(tables).flatMap((table) => table[catalogue]);
  const scans = allScans[catalogue].map((scan) => ({ scan, after: 0 }));
  /** Reassigns some rows. Returns their number; null: none is left. */
  const reassignSome = (): number | null => {
    const params = { tenantId, from: oid, into, change: tx.change, now: tx.now, by };
    for (const reassignment of reassignments) {
      const { changes } = reassignment.run(tx, params);
      if (changes > 0) return changes;
    }
    for (const [index, at] of scans.entries()) {
      const { after, scan } = at;
      const last = scan.last.first(tx, {})?.oid ?? 0;
      if (after >= last) continue;
      at.after = Math.min(after + SCANNED_ROWS, last);
      const { changes } = scan.reassign.run(tx, { ...params, after, end: at.after });
      if (changes > 0) for (const later of scans.slice(index + 1)) later.after = 0;
      return changes;
    }
    return null;
  };
  for (let done = position ?? 0; ; ) {
    // Again, up to the transaction of the first change: the other record may have been deleted meanwhile.
    if (done === 0) assertMergeable(tx, input);
    const changes = reassignSome();
    if (changes === null) break;
    done += changes;
    yield { position: done, done, isFinal: done > 0 };
  }
  passDefault(tx, { tenantId, catalogue, oid }, into);
  store.remove[catalogue].run(tx, { tenantId, oid });
  return null;
}
