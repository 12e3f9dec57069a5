import { sql } from "kysely";
import { type Statement, sqlite, statement } from "../storage/database/statement.ts";
import { withoutIndex } from "../storage/database/without-index.ts";
import { type CatalogueName, ofEach } from "./store.ts";
import { BY_ARTICLE } from "./uses.ts";

// What refers to a record of a catalogue, changed over to another one batch by batch.

/** Rows that one statement changes: a worker transaction reports its progress in between. */
export const BATCH = 500;

export interface Change {
  readonly tenantId: number;
  readonly from: number;
  readonly into: number;
  readonly change: number;
  readonly now: string;
  readonly by: string;
}
/** Changes BATCH rows or all; those that are left still refer to `from`. */
export type ChangeOver = Statement<Change, unknown>;

const articles = ofEach((catalogue): ChangeOver => {
  const column = BY_ARTICLE[catalogue];
  return statement((p: Change) =>
    sqlite
      .updateTable("article")
      .set({ [column]: p.into, change: p.change, modifiedDT: p.now, modifiedBy: p.by })
      .where("oid", "in", ({ selectFrom }) =>
        selectFrom("article as a")
          .select("a.oid")
          .where(column, "=", p.from)
          .where(withoutIndex("a.tenantId"), "=", p.tenantId)
          .limit(sql.lit(BATCH)),
      ),
  );
});

function disposals(column: "disposalMethodId" | "disposalReasonId"): readonly ChangeOver[] {
  const path = sql.lit(`$.${column}`);
  const proposals: ChangeOver = statement((p: Change) =>
    sqlite
      .updateTable("disposalProposal")
      .set({ [column]: p.into, change: p.change })
      .where("oid", "in", ({ selectFrom }) =>
        selectFrom("disposalProposal as d")
          .select("d.oid")
          .where(column, "=", p.from)
          .where(withoutIndex("d.tenantId"), "=", p.tenantId)
          .limit(sql.lit(BATCH)),
      ),
  );
  const items: ChangeOver = statement((p: Change) =>
    sqlite
      .updateTable("inventoryItem")
      .set({ [column]: p.into, change: p.change })
      .where("oid", "in", ({ selectFrom }) =>
        selectFrom("inventoryItem as i")
          .select("i.oid")
          .where(column, "=", p.from)
          .where(withoutIndex("i.tenantId"), "=", p.tenantId)
          .limit(sql.lit(BATCH)),
      ),
  );
  return [
    proposals,
    items,
    // An item is made anew of its operations when a late one arrives.
    statement((p: Change) =>
      sqlite
        .updateTable("countOperation")
        .set({ entered: sql<string>`json_set(entered, ${path}, ${p.into})`, change: p.change })
        .where("tenantId", "=", p.tenantId)
        .where(sql<number>`entered ->> ${path}`, "=", p.from),
    ),
    statement((p: Change) =>
      sqlite
        .updateTable("inventoryItem")
        .set({ checkpoint: null })
        .where("tenantId", "=", p.tenantId)
        .where(sql<number>`checkpoint ->> ${sql.lit(`$.state.${column}`)}`, "=", p.from),
    ),
  ];
}

/** Everything that changes over, in order; those in batches first. */
export const changesOver: Readonly<Record<CatalogueName, readonly ChangeOver[]>> = ofEach((catalogue) => [
  articles[catalogue],
  ...(catalogue === "articleDisposalMethod" ? disposals("disposalMethodId") : []),
  ...(catalogue === "articleDisposalReason" ? disposals("disposalReasonId") : []),
]);
