import { sql } from "kysely";
import { ArticleState } from "../domain/article-state.ts";
import { State } from "../domain/inventory-states.ts";
import { RequestState } from "../domain/print-states.ts";
import { pendingOfDevice } from "../inventories/counting/count-sql.ts";
import { figures } from "../inventories/progress/progress-sql.ts";
import { firstError } from "../printing/queue/stuck.ts";
import { bool, jsonObject, object, objectOrNull } from "../storage/database/json.ts";
import type { TableName } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import type {
  ApprovalCounts,
  CustodyCounts,
  DeviceSummary,
  InventorySummary,
  JobSummary,
  JobsSummary,
  PrinterSummary,
} from "./routes.ts";

// Queries of the topics. All of them run in the reader thread.

type OfTenant = { tenantId: number };

/** The open inventories with their progress. */
export const inventories = statement((p: OfTenant) =>
  sqlite
    .selectFrom("inventory as v")
    .leftJoin("inventoryItem as i", "i.inventoryId", "v.oid")
    .where("v.tenantId", "=", p.tenantId)
    .where("v.inventoryStateId", "not in", [State.Closed, State.Cancelled])
    .groupBy("v.oid")
    .orderBy("v.oid")
    .select(({ ref }) =>
      jsonObject<InventorySummary>({
        oid: ref("v.oid"),
        name: ref("v.name"),
        inventoryStateId: ref("v.inventoryStateId"),
        ...figures(),
      }).as("json"),
    ),
);

/** The printers with their open requests. `lastError` is that of the first open request with one. */
export const printers = statement((p: OfTenant) => {
  const open = (state: RequestState) =>
    sql<number>`(SELECT count(*) FROM ${sql.table("printRequest")} WHERE printerId = p.oid AND stateId = ${sql.lit(state)})`;
  return sqlite
    .selectFrom("printer as p")
    .where("p.tenantId", "=", p.tenantId)
    .where("p.deleted", "=", 0)
    .orderBy("p.oid")
    .select(({ ref }) =>
      jsonObject<PrinterSummary>({
        oid: ref("p.oid"),
        name: ref("p.name"),
        isActive: bool(ref("p.isActive")),
        waiting: open(RequestState.Waiting),
        printing: open(RequestState.Printing),
        lastError: sql<PrinterSummary["lastError"]>`json(${firstError})`,
      }).as("json"),
    );
});

/** The paired devices that are not revoked, with their unsent counts of open inventories. */
export const devices = statement((p: OfTenant) =>
  sqlite
    .selectFrom("deviceToken as d")
    .innerJoin("user as u", "u.oid", "d.userId")
    .leftJoin("deviceUse as n", "n.deviceTokenId", "d.oid")
    .leftJoin("deviceToken as b", "b.oid", "d.pairedById")
    .where("d.tenantId", "=", p.tenantId)
    .where("d.revokedDT", "is", null)
    .orderBy("d.oid")
    .select(({ ref }) =>
      jsonObject<DeviceSummary>({
        deviceTokenId: ref("d.oid"),
        deviceName: ref("d.deviceName"),
        kind: ref("d.kind"),
        user: object<DeviceSummary["user"]>({ id: ref("u.oid"), fullName: ref("u.fullName") }),
        lastUsedDT: ref("n.lastUsedDT"),
        expiresAt: ref("d.expiresAt"),
        pending: pendingOfDevice,
        pairedBy: objectOrNull<NonNullable<DeviceSummary["pairedBy"]>>(ref("b.oid"), {
          id: sql<number>`${ref("b.oid")}`,
          name: sql<string>`${ref("b.deviceName")}`,
        }),
      }).as("json"),
    ),
);

const OF_ARTICLE = "EXISTS (SELECT 1 FROM article a WHERE a.oid = x.articleId AND a.deleted = 0)";

/** Numbers of requests that a Manager must decide on. Those of deleted articles are obsolete. */
export const approvals = statement((p: OfTenant) => {
  const count = (table: TableName, condition: string) =>
    sql<number>`(SELECT count(*) FROM ${sql.table(table)} x WHERE x.tenantId = t.oid AND ${sql.raw(condition)})`;
  return sqlite
    .selectFrom("tenant as t")
    .where("t.oid", "=", p.tenantId)
    .select(
      jsonObject<ApprovalCounts>({
        transfers: count("articleTransfer", `state = 'open' AND ${OF_ARTICLE}`),
        disposals: count("disposalProposal", `state = 'waiting' AND ${OF_ARTICLE}`),
        proposals: count(
          "article",
          `+x.tenantId = t.oid AND stateId = ${ArticleState.Proposed} AND deleted = 0`,
        ),
        inventories: count(
          "inventory",
          `inventoryStateId = ${State.Processing} AND mustBeApproved = 1 AND isApproved = 0`,
        ),
      }).as("json"),
    );
});

/** What a Manager must know of handed-out articles. Which are overdue depends on the day: the client compares the earliest date. */
export const custody = statement((p: OfTenant) => {
  return sqlite
    .selectFrom("tenant as t")
    .where("t.oid", "=", p.tenantId)
    .select(
      jsonObject<CustodyCounts>({
        rejected: sql<number>`(SELECT count(*) FROM custodyOperation x
          WHERE x.tenantId = t.oid AND x.result = 'rejected' AND x.dismissedDT IS NULL)`,
        open: sql<number>`(SELECT count(*) FROM custody x WHERE x.tenantId = t.oid AND x.endedDT IS NULL)`,
        due: sql<
          string | null
        >`(SELECT min(x.dueDate) FROM custody x WHERE x.tenantId = t.oid AND x.endedDT IS NULL AND x.dueDate IS NOT NULL)`,
      }).as("json"),
    );
});

/** The unfinished jobs, and a number that changes when a job ends. */
export const jobs = statement((p: OfTenant) => {
  const unfinished = sqlite
    .selectFrom("job as j")
    .innerJoin("user as u", "u.oid", "j.userId")
    .where("j.tenantId", "=", p.tenantId)
    .where("j.state", "in", ["waiting", "running"])
    .orderBy("j.oid")
    .select(({ ref }) =>
      jsonObject<JobSummary>({
        id: ref("j.oid"),
        kind: ref("j.kind"),
        state: ref("j.state"),
        isUndoing: bool(sql`j.undoState IS NOT NULL`),
        canCancel: bool(sql`j.undoState IS NULL AND j.isFinal = 0`),
        done: ref("j.done"),
        total: ref("j.total"),
        createdDT: ref("j.createdDT"),
        startedDT: ref("j.startedDT"),
        subjectId: ref("j.subjectId"),
        // The inputs of other kinds may have 100 000 ids.
        fileName: sql<string | null>`CASE j.kind WHEN 'import'
          THEN (SELECT input ->> '$.fileName' FROM ${sql.table("jobInput")} WHERE jobId = j.oid) END`,
        createdBy: ref("u.userName"),
      }).as("json"),
    );
  // By the index of ends: a tenant has a year of jobs.
  const ended = sql<number>`coalesce((SELECT change FROM ${sql.table("job")}
    WHERE tenantId = t.oid AND finishedDT IS NOT NULL ORDER BY finishedDT DESC, change DESC LIMIT 1), 0)`;
  return sqlite
    .selectFrom("tenant as t")
    .where("t.oid", "=", p.tenantId)
    .select(
      jsonObject<JobsSummary>({
        jobs: sql<readonly JobSummary[]>`json((SELECT json_group_array(json(json)) FROM (${unfinished})))`,
        ended,
      }).as("json"),
    );
});
