import { ReferenceChecks } from "../catalogue/catalogue.ts";
import type { CountSchedule } from "../domain/cycle-counts/schedule.ts";
import type { SecondCountLimits } from "../domain/cycle-counts/second-count.ts";
import { type CountSelection, isSample, type SelectionKind } from "../domain/cycle-counts/selection.ts";
import { VALUE_CONFIDENCE, VALUE_PRECISION } from "../domain/cycle-counts/value-strata.ts";
import { Conflict, Invalid, orNotFound } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { nameKey } from "../domain/text-folding.ts";
import { isCounter } from "../inventories/rule.ts";
import { hasLocation } from "../locations/location.ts";
import type { NamesIn } from "../records/record.ts";
import { COUNT_PLAN } from "../records/stocktake.ts";
import { type GivenFields, newColumns } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./plan-store.ts";

/** A stored plan. */
export type PlanRecord = NonNullable<ReturnType<typeof store.record.first>>;

type Given = GivenFields<typeof COUNT_PLAN>;

/** The fields of a plan. */
export type PlanFields = {
  readonly [N in Exclude<
    NamesIn<typeof COUNT_PLAN, "body">,
    "selection" | "schedule" | "secondCount"
  >]: Exclude<Given[N], undefined>;
} & {
  readonly selection: CountSelection;
  readonly schedule: CountSchedule;
  /** The value in ten-thousandths. */
  readonly secondCount: SecondCountLimits | null;
};

/** The plan of this id in the tenant. Throws NotFound. */
export function getPlan(db: Db, tenantId: number, oid: number): PlanRecord {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("Count plan not found."));
}

/** The selection in the row of a plan. */
export function selectionIn(json: string): CountSelection {
  // The column holds nothing else.
  return JSON.parse(json) as CountSelection;
}

/** The schedule in the row of a plan. */
export function scheduleIn(json: string): CountSchedule {
  // The column holds nothing else.
  return JSON.parse(json) as CountSchedule;
}

/** Adds a plan; returns its oid. Throws Invalid for contradictions and unknown references, Conflict for a taken name. */
export function addPlan(tx: Tx, principal: Principal, fields: PlanFields): number {
  const { tenantId } = principal;
  assertValid(tx, tenantId, fields, null);
  return store.insert.run(tx, columnsOf(tx, principal, fields, tx.now)).oid;
}

/** Changes a plan. A new schedule, new days, or the end of a pause make nothing for earlier dates. Throws as `addPlan`. */
export function changePlan(tx: Tx, principal: Principal, plan: PlanRecord, fields: PlanFields): void {
  const { tenantId, oid } = plan;
  assertValid(tx, tenantId, fields, oid);
  const values = columnsOf(tx, principal, fields, plan.activeSince);
  const isAnew =
    values.schedule !== plan.schedule ||
    values.fromDate !== plan.fromDate ||
    values.toDate !== plan.toDate ||
    values.isPaused < plan.isPaused;
  store.update.run(tx, { ...values, oid, ...(isAnew && { activeSince: tx.now }) });
}

/** Deletes a plan. Its stocktakes stay. */
export function removePlan(tx: Tx, { tenantId, oid }: PlanRecord): void {
  store.remove.run(tx, { tenantId, oid, change: tx.change });
}

function columnsOf(
  tx: Tx,
  { tenantId, userId: ownerId }: Principal,
  fields: PlanFields,
  activeSince: string,
) {
  const { selection, schedule, secondCount } = fields;
  const second = secondCount && {
    ...secondCount,
    value: secondCount.value === null ? null : secondCount.value / 10_000,
  };
  return {
    ...newColumns(COUNT_PLAN, {
      ...fields,
      ownerId,
      activeSince,
      selection: JSON.stringify(selection),
      schedule: JSON.stringify(schedule),
      secondCount: second && JSON.stringify(second),
    }),
    tenantId,
    nameKey: nameKey(fields.name),
    deleted: 0,
    change: tx.change,
  } as const;
}

function assertValid(tx: Tx, tenantId: number, fields: PlanFields, ownId: number | null): void {
  const { selection, schedule, fromDate, toDate, counterId, name } = fields;
  const references = new ReferenceChecks()
    .check("counterId", counterId, (id) => isCounter(tx, tenantId, id))
    .check("selection.userId", selection.userId, (id) => isCounter(tx, tenantId, id));
  for (const [index, oid] of selection.locationIds.entries())
    references.check(`selection.locationIds.${index}`, oid, (id) => hasLocation(tx, tenantId, id));
  references.assertValid();
  assertComplete(selection);
  if (schedule.every === "week" && schedule.weekdays.length === 0)
    throw Invalid.field("schedule.weekdays", REQUIRED);
  if (toDate !== null && toDate < fromDate)
    throw Invalid.field("toDate", msg("must not be before the first day"));
  const same = store.byName.first(tx, { tenantId, nameKey: nameKey(name) });
  if (same !== null && same.oid !== ownId)
    throw new Conflict(msg("This name is already used by another count plan."));
}

const REQUIRED: Message = msg("is required");
const ofValueSample = (value: number) =>
  msg("must be {value} for a sample by value", { value: String(value) });

/** Throws Invalid where the kind of the selection lacks what it needs, or has what makes it no random sample of all records. */
export function assertComplete(selection: CountSelection): void {
  const { kind, abc, limit, sample } = selection;
  const needs: Readonly<Record<SelectionKind, readonly (keyof CountSelection)[]>> = {
    abc: ["abc"],
    notCounted: [],
    sample: limit === null ? ["sample"] : [],
    valueSample: limit === null ? ["sample"] : [],
    location: [],
    person: ["userId"],
  };
  for (const field of needs[kind]) {
    if (selection[field] === null) throw Invalid.field(`selection.${field}`, REQUIRED);
  }
  if (kind === "abc" && abc !== null) {
    if (abc.classes.length === 0) throw Invalid.field("selection.abc.classes", REQUIRED);
    if (abc.ab < abc.a) throw Invalid.field("selection.abc.ab", msg("must not be less than the share of A"));
  }
  if (isSample(kind) && selection.notCountedDays !== null)
    throw Invalid.field("selection.notCountedDays", msg("must be empty for a random sample"));
  if (kind === "sample" && sample !== null && sample.margin === 0)
    throw Invalid.field("selection.sample.margin", REQUIRED);
  if (kind === "valueSample" && sample !== null) {
    if (sample.confidence !== VALUE_CONFIDENCE)
      throw Invalid.field("selection.sample.confidence", ofValueSample(VALUE_CONFIDENCE));
    if (sample.margin !== VALUE_PRECISION * 100)
      throw Invalid.field("selection.sample.margin", ofValueSample(VALUE_PRECISION * 100));
  }
}
