import { sql } from "kysely";
import { COUNT_PLAN } from "../records/stocktake.ts";
import { bool, jsonObject, listProperties, object, objectOrNull } from "../storage/database/json.ts";
import { writtenColumns } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { insertInto, updateTable } from "../storage/database/table-statements.ts";
import type { CountPlan, CountPlanRun } from "./shapes.ts";

// The plans and their runs.

const plans = (tenantId: number) =>
  sqlite.selectFrom("countPlan as p").where("p.tenantId", "=", tenantId).where("p.deleted", "=", 0);

const withUsers = (tenantId: number) =>
  plans(tenantId).leftJoin("user as u", "u.oid", "p.counterId").innerJoin("user as o", "o.oid", "p.ownerId");

const planJson = () => {
  const { ref } = sql;
  return jsonObject<CountPlan>({
    oid: ref("p.oid"),
    ...listProperties(COUNT_PLAN, "p"),
    counter: objectOrNull<NonNullable<CountPlan["counter"]>>(ref("u.oid"), {
      id: ref("u.oid"),
      fullName: ref("u.fullName"),
    }),
    owner: object<CountPlan["owner"]>({
      id: ref("o.oid"),
      fullName: ref("o.fullName"),
      isActive: bool(ref("o.isActive")),
    }),
  }).as("json");
};

/** All plans, by name. */
export const all = statement((p: { tenantId: number }) =>
  withUsers(p.tenantId).orderBy("p.nameKey").orderBy("p.oid").select(planJson()),
);

export const detail = statement((p: { tenantId: number; oid: number }) =>
  withUsers(p.tenantId)
    .where("p.oid", "=", p.oid)
    .select(["p.change", sql<number>`max(p.change, o.change, ifnull(u.change, 0))`.as("shown"), planJson()]),
);

export const record = statement((p: { tenantId: number; oid: number }) =>
  plans(p.tenantId).where("p.oid", "=", p.oid).selectAll("p"),
);

/** The plans of all tenants that make stocktakes. */
export const active = statement((_: object) =>
  sqlite
    .selectFrom("countPlan")
    .where("deleted", "=", 0)
    .where("isPaused", "=", 0)
    .orderBy("oid")
    .selectAll(),
);

export const byName = statement((p: { tenantId: number; nameKey: string }) =>
  plans(p.tenantId).where("p.nameKey", "=", p.nameKey).select("p.oid"),
);

const COLUMNS = writtenColumns(COUNT_PLAN);
export const insert = insertInto("countPlan", COLUMNS);
export const update = updateTable("countPlan", { set: COLUMNS, where: ["oid", "tenantId"] });
export const remove = updateTable("countPlan", {
  set: ["change"],
  to: { deleted: 1 },
  where: ["oid", "tenantId"],
});

type OfPlan = { tenantId: number; planId: number };

/** The newest due date that has a run. */
export const lastRun = statement((p: OfPlan) =>
  sqlite
    .selectFrom("countPlanRun")
    .where("tenantId", "=", p.tenantId)
    .where("planId", "=", p.planId)
    .orderBy("dueDate", "desc")
    .limit(sql.lit(1))
    .select("dueDate"),
);

/** The newest stocktake that a plan has made, with its state. */
export const lastMade = statement((p: OfPlan) =>
  sqlite
    .selectFrom("countPlanRun as r")
    .innerJoin("inventory as v", "v.oid", "r.inventoryId")
    .where("r.tenantId", "=", p.tenantId)
    .where("r.planId", "=", p.planId)
    .where("r.outcome", "=", "made")
    .orderBy("r.dueDate", "desc")
    .limit(sql.lit(1))
    .select(["v.oid", "v.name", "v.inventoryStateId"]),
);

export const insertRun = insertInto("countPlanRun", [
  "tenantId",
  "planId",
  "dueDate",
  "at",
  "outcome",
  "inventoryId",
  "seed",
  "selection",
]);

/** The run that has made a stocktake. */
export const runOf = statement((p: { tenantId: number; inventoryId: number }) =>
  sqlite
    .selectFrom("countPlanRun as r")
    .innerJoin("countPlan as p", "p.oid", "r.planId")
    .where("r.tenantId", "=", p.tenantId)
    .where("r.inventoryId", "=", p.inventoryId)
    .where("r.outcome", "=", "made")
    .select(["p.oid", "p.name", "r.dueDate", "r.at", "r.seed"]),
);

/** Notes that there was nothing to count. */
export const setEmpty = updateTable("countPlanRun", {
  to: { outcome: "empty" },
  where: ["tenantId", "inventoryId"],
  is: { outcome: "made" },
});

/** The stocktakes of all tenants that were made and not prepared yet. State 1 is Preparation. */
export const unprepared = statement((_: object) =>
  sqlite
    .selectFrom("countPlanRun as r")
    .innerJoin("inventory as v", "v.oid", "r.inventoryId")
    .innerJoin("countPlan as p", "p.oid", "r.planId")
    .where("r.outcome", "=", "made")
    .where("v.inventoryStateId", "=", sql.lit(1))
    .orderBy("r.oid")
    .select(["r.tenantId", "r.inventoryId", "r.seed", "r.selection", "p.ownerId"]),
);

/** The runs of a period, by date, and the newest of each plan. */
export const runs = statement((p: { tenantId: number; from: string; to: string }) =>
  sqlite
    .selectFrom("countPlanRun as r")
    .innerJoin("countPlan as p", "p.oid", "r.planId")
    .leftJoin("inventory as v", "v.oid", "r.inventoryId")
    .where("r.tenantId", "=", p.tenantId)
    .where("p.deleted", "=", 0)
    .where(sql<boolean>`(r.dueDate BETWEEN ${p.from} AND ${p.to} OR ${isLastRun()})`)
    .orderBy("r.dueDate")
    .orderBy("r.oid")
    .select(({ ref }) =>
      jsonObject<CountPlanRun>({
        oid: ref("r.oid"),
        plan: object<CountPlanRun["plan"]>({ oid: ref("p.oid"), name: ref("p.name") }),
        dueDate: ref("r.dueDate"),
        at: ref("r.at"),
        outcome: ref("r.outcome"),
        seed: ref("r.seed"),
        inventory: objectOrNull<NonNullable<CountPlanRun["inventory"]>>(ref("v.oid"), {
          oid: sql.ref("v.oid"),
          name: sql.ref("v.name"),
          inventoryStateId: sql.ref("v.inventoryStateId"),
        }),
        isLast: bool(isLastRun()),
      }).as("json"),
    ),
);
function isLastRun() {
  return sql<boolean>`(NOT EXISTS (SELECT 1 FROM ${sql.table("countPlanRun")} AS n
    WHERE n.tenantId = r.tenantId AND n.planId = r.planId AND n.dueDate > r.dueDate))`;
}
