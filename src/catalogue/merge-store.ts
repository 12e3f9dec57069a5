import { sql } from "kysely";
import { type Statement, sqlite, statement } from "../storage/database/statement.ts";
import { withoutIndex } from "../storage/database/without-index.ts";
import { type CatalogueName, ofEach } from "./store.ts";
import { ARTICLE_COLUMNS } from "./uses.ts";

// Reassigns references from one catalogue record to another, batch by batch.

/** Rows changed per statement. The worker transaction reports its progress in between. */
export const BATCH_ROWS = 500;

export interface ReassignmentParams {
  readonly tenantId: number;
  readonly from: number;
  readonly into: number;
  readonly change: number;
  readonly now: string;
  readonly by: string;
}
/** Reassigns at most BATCH_ROWS rows that refer to `from`. */
export type Reassignment = Statement<ReassignmentParams, unknown>;

const articles = ofEach((catalogue): Reassignment => {
  const column = ARTICLE_COLUMNS[catalogue];
  return statement((p: ReassignmentParams) =>
    sqlite
      .updateTable("article")
      .set({ [column]: p.into, change: p.change, modifiedDT: p.now, modifiedBy: p.by })
      .where("oid", "in", ({ selectFrom }) =>
        selectFrom("article as a")
          .select("a.oid")
          .where(column, "=", p.from)
          .where(withoutIndex("a.tenantId"), "=", p.tenantId)
          .limit(sql.lit(BATCH_ROWS)),
      ),
  );
});

function disposals(column: "disposalMethodId" | "disposalReasonId"): readonly Reassignment[] {
  const path = sql.lit(`$.${column}`);
  const proposals: Reassignment = statement((p: ReassignmentParams) =>
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
  const items: Reassignment = statement((p: ReassignmentParams) =>
    sqlite
      .updateTable("inventoryItem")
      .set({ [column]: p.into, change: p.change })
      .where("oid", "in", ({ selectFrom }) =>
        selectFrom("inventoryItem as i")
          .select("i.oid")
          .where(column, "=", p.from)
          .where(withoutIndex("i.tenantId"), "=", p.tenantId)
          .limit(sql.lit(BATCH_ROWS)),
      ),
  );
  return [
    proposals,
    items,
    // A late operation rebuilds its item from all operations.
    statement((p: ReassignmentParams) =>
      sqlite
        .updateTable("countOperation")
        .set({ entered: sql<string>`json_set(entered, ${path}, ${p.into})`, change: p.change })
        .where("tenantId", "=", p.tenantId)
        .where(sql<number>`entered ->> ${path}`, "=", p.from),
    ),
    statement((p: ReassignmentParams) =>
      sqlite
        .updateTable("inventoryItem")
        .set({ checkpoint: null })
        .where("tenantId", "=", p.tenantId)
        .where(sql<number>`checkpoint ->> ${sql.lit(`$.state.${column}`)}`, "=", p.from),
    ),
  ];
}

/** All reassignments of a catalogue, in order; the batched ones first. */
export const reassignments: Readonly<Record<CatalogueName, readonly Reassignment[]>> = ofEach((catalogue) => [
  articles[catalogue],
  ...(catalogue === "articleDisposalMethod" ? disposals("disposalMethodId") : []),
  ...(catalogue === "articleDisposalReason" ? disposals("disposalReasonId") : []),
]);
