import { findUser } from "../access/users/users.ts";
import { SELECTION_NAMES, scheduleMessage } from "../domain/cycle-counts/plan-texts.ts";
import { msg } from "../domain/message.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import { listLocations } from "../locations/location.ts";
import type { Cell, Table } from "../platform/tables/cell.ts";
import type { Db } from "../storage/database/statement.ts";
import * as store from "./plan-store.ts";
import { CountPlan } from "./shapes.ts";

const COLUMNS = [
  { title: msg("Number"), width: 10 },
  { title: msg("Name"), width: 24 },
  { title: msg("What to count"), width: 30 },
  { title: msg("Locations"), width: 30 },
  { title: msg("Records at a time") },
  { title: msg("Classes to count") },
  { title: msg("Person"), width: 24 },
  { title: msg("Confidence") },
  { title: msg("Margin in %") },
  { title: msg("Not counted for days") },
  { title: msg("When"), width: 24 },
  { title: msg("From"), width: 12 },
  { title: msg("Until"), width: 12 },
  { title: msg("Paused"), width: 10 },
  { title: msg("Who counts"), width: 24 },
  { title: msg("Blind count"), width: 12 },
  { title: msg("Requires approval") },
  { title: msg("Second count above pieces") },
  { title: msg("Second count above percent") },
  { title: msg("Second count above value") },
];

/** The count plans of a tenant as a table. */
export function planTable(db: Db, tenantId: number, language: Locale): Table {
  const names = new Map(listLocations(db, tenantId).map(({ oid, name }) => [oid, name]));
  const nameOf = (userId: number | null) => (userId === null ? null : findUser(db, userId)?.fullName) ?? null;
  const columns = COLUMNS.map(({ title, ...column }) => ({ ...column, title: textIn(title, language) }));
  const rows = store.all.all(db, { tenantId }).map(({ json }): Cell[] => {
    const { selection, schedule, secondCount, ...plan } = CountPlan.parse(JSON.parse(json));
    const locations = selection.locationIds.flatMap((oid) => names.get(oid) ?? []);
    return [
      plan.oid,
      plan.name,
      textIn(SELECTION_NAMES[selection.kind], language),
      locations.join(", "),
      selection.limit,
      selection.abc?.classes.join(", ") ?? null,
      nameOf(selection.userId),
      selection.sample?.confidence ?? null,
      selection.sample?.margin ?? null,
      selection.notCountedDays,
      textIn(scheduleMessage(schedule, language), language),
      plan.fromDate,
      plan.toDate,
      plan.isPaused,
      plan.counter?.fullName ?? null,
      plan.isBlind,
      plan.mustBeApproved,
      secondCount?.pieces ?? null,
      secondCount?.percent ?? null,
      secondCount?.value ?? null,
    ];
  });
  return { name: "count-plans", columns, rows };
}
