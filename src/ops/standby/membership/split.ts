import { z } from "zod";
import { lastChange } from "../../../storage/database/change-counter.ts";
import { type Db, sqlite, statement } from "../../../storage/database/statement.ts";

/**
 * Where the data of the two machines part: the last of each number that a promoted standby had copied. What a former primary has
 * beyond it, it has acknowledged and never shipped.
 */
export const Split = z.object({
  /** The time of the last copied transaction, ISO 8601. */
  at: z.iso.datetime(),
  /** Its number. */
  change: z.int(),
  auditEntry: z.int(),
  securityEvent: z.int(),
});
/** The same as a type. */
export type Split = z.output<typeof Split>;

const newestOf = (table: "auditEntry" | "securityEvent") =>
  statement(() => sqlite.selectFrom(table).select(({ fn }) => fn<number | null>("max", ["oid"]).as("oid")));
const [newestAudit, newestEvent] = [newestOf("auditEntry"), newestOf("securityEvent")];

/** Reads where the data of a promoted standby end, before its first own write. */
export function readSplit(db: Db): Split {
  return {
    ...lastChange(db),
    auditEntry: newestAudit.first(db, {})?.oid ?? 0,
    securityEvent: newestEvent.first(db, {})?.oid ?? 0,
  };
}
