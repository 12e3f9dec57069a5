import { sql } from "kysely";
import {
  BATCH_ROWS,
  type Reassignment,
  type ReassignmentParams,
  type Reassignments,
} from "../catalogue/merge.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";

const proposals = (column: "disposalMethodId" | "disposalReasonId"): Reassignment =>
  statement((p: ReassignmentParams) =>
    sqlite
      .updateTable("disposalProposal")
      .set({ [column]: p.into, change: p.change })
      .where("oid", "in", ({ selectFrom }) =>
        selectFrom("disposalProposal as d")
          .select("d.oid")
          .where(column, "=", p.from)
          .where(withoutIndex("d.tenantId"), "=", p.tenantId)
          .limit(sql.lit(BATCH_ROWS)),
      ),
  );

/** Reassigns the disposal requests of a method or reason. */
export const disposalReassignments: Reassignments = {
  articleDisposalMethod: [proposals("disposalMethodId")],
  articleDisposalReason: [proposals("disposalReasonId")],
};
