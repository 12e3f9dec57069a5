import { z } from "zod";
import { type Db, sqlite, statement } from "../../../storage/database/statement.ts";
import { selectFrom } from "../../../storage/database/table-statements.ts";

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

const lastTransaction = selectFrom("changeCounter", ["id"], ["change", "at"]);
const newestOf = (table: "auditEntry" | "securityEvent") =>
  statement(() => sqlite.selectFrom(table).select(({ fn }) => fn<number | null>("max", ["oid"]).as("oid")));
const [newestAudit, newestEvent] = [newestOf("auditEntry"), newestOf("securityEvent")];

/** Reads where the data of a promoted standby end, before its first own write. */
export function readSplit(db: Db): Split {
  const last = lastTransaction.first(db, { id: 1 });
  if (last === null) throw new Error("the change counter is missing");
  return {
    ...last,
    auditEntry: newestAudit.first(db, {})?.oid ?? 0,
    securityEvent: newestEvent.first(db, {})?.oid ?? 0,
  };
}
