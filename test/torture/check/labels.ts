import type { Database } from "better-sqlite3";
import type { LabelWrite } from "../ledger.ts";
import type { Job } from "../printer-stub.ts";
import type { Expected } from "./database.ts";

/** The labels that a printer received. */
export interface Printed {
  readonly printerId: number;
  /** The copies received for a label by the moment of the check. */
  jobsOf(label: LabelWrite): readonly Job[];
}

const Waiting = 1;
const Done = 3;

interface Row {
  readonly oid: number;
  readonly articleId: number;
  readonly copies: number;
  readonly stateId: number;
}

/**
 * Labels that would be printed twice, or were, and those that are Done without having been printed. A label that the
 * printer had received by `until` may not be waiting: its start is on the disk before its first byte is sent.
 */
export function labelFaults(db: Database, { printed, ledger, until }: Expected): string[] {
  if (printed === null) return [];
  const rows = db
    .prepare<[number], Row>(
      "SELECT oid, articleId, copies, stateId FROM printRequest WHERE printerId = ? AND articleId IS NOT NULL",
    )
    .all(printed.printerId);
  const states = new Map(rows.map((row) => [`${row.articleId} ${row.copies}`, row]));
  return ledger.of("label").flatMap(({ write }) => {
    if (write.printerId !== printed.printerId) return [];
    const jobs = printed.jobsOf(write);
    const came = jobs.filter(({ firstByteAt }) => firstByteAt <= until);
    const row = states.get(`${write.articleId} ${write.copies}`);
    const name = `label ${row?.oid ?? "without a request"} (article ${write.articleId}, ${write.copies} copies)`;
    if (jobs.length > 1) return [`${name}: sent ${jobs.length} times`];
    if (came.length > 0 && (row === undefined || row.stateId === Waiting))
      return [`${name}: waits, but its first byte came at ${came[0]?.firstByteAt} of ${until}`];
    if (row?.stateId === Done && !jobs.some(({ isWhole }) => isWhole))
      return [`${name}: is done, but never came`];
    return [];
  });
}
