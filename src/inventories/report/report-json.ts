import { nameOfState } from "../../domain/inventory-states.ts";
import { type Listed, listsAll } from "../../domain/results.ts";
import type { AsOf } from "../../domain/stocktakes/as-of.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Remainder } from "./as-of.ts";
import { type FoundSum, type Subtotal, type Subtotals, sumUpLines } from "./line-sums.ts";
import { jsonWith, valuesOf } from "./money.ts";
import type { Counter, Milestone, Report, ReportItem } from "./report.ts";
import { earlierCount, type OperationRow, photoFiles } from "./store.ts";
import type { Total, Value } from "./totals.ts";

/** The report as JSON (InventoryReport in shapes.ts) in parts. `results`: the results whose items are listed. */
export function* reportJson(report: Report, language: Locale, results: readonly Listed[]): Generator<string> {
  const lines = sumUpLines(report);
  yield headOf(report, language).slice(0, -1);
  yield ',"items":[';
  yield* joined(lines.items(results.filter((result) => result !== "unexpected")), (item) =>
    itemJson(report, item),
  );
  yield '],"unexpected":[';
  yield* joined(lines.items(results.filter((result) => result === "unexpected")), (item) =>
    itemJson(report, item),
  );
  yield '],"remainders":[';
  yield* joined(report.remainders(results), (remainder) => remainderJson(report, remainder));
  yield '],"unknownCodes":[';
  yield* joined(report.unknownCodes(), (row) => JSON.stringify(operationOf(report, row)));
  yield '],"late":[';
  yield* joined(report.late(), (row) => JSON.stringify(operationOf(report, row)));
  yield '],"subtotals":';
  if (listsAll(results)) yield* subtotalsJson(report, lines.subtotals());
  else yield "null";
  yield "}";
}

function* subtotalsJson(report: Report, { locations, categories, remainders }: Subtotals): Generator<string> {
  yield '{"locations":[';
  yield* joined(locations, ({ locationId, foundElsewhere, foundHere, ...subtotal }) =>
    subtotalJson({ location: locationOrNull(report, locationId) }, subtotal, { foundElsewhere, foundHere }),
  );
  yield '],"categories":[';
  yield* joined(categories, ({ category, ...subtotal }) => subtotalJson({ category }, subtotal, {}));
  yield `],"remainders":${remainders && totalJson(remainders)}}`;
}

/** The JSON of what a subtotal is of, its total, what of it was found elsewhere, and its total as of the decisive day. */
function subtotalJson(of: object, { count, asOf }: Subtotal, found: Readonly<Record<string, FoundSum>>) {
  const parts = [
    JSON.stringify(of).slice(1, -1),
    totalJson(count).slice(1, -1),
    ...Object.entries(found).map(([name, sum]) => `"${name}":${foundJson(sum)}`),
    `"asOf":${asOf && totalJson(asOf)}`,
  ];
  return `{${parts.join(",")}}`;
}

function foundJson({ quantities, values }: FoundSum): string {
  const list = values.map(({ currency, found }) => jsonWith({ currency }, { found }));
  return `{"quantities":${JSON.stringify(quantities)},"values":[${list.join(",")}]}`;
}

function* joined<T>(rows: Iterable<T>, jsonOf: (row: T) => string): Generator<string> {
  let comma = "";
  for (const row of rows) {
    yield comma + jsonOf(row);
    comma = ",";
  }
}

function headOf(report: Report, language: Locale): string {
  const { inventory, tenant, madeDT, started, finished, approved, closed, waived, open, totals } = report;
  const stateName = textIn(nameOfState(inventory.inventoryStateId), language);
  const head = {
    inventory: {
      oid: inventory.oid,
      name: inventory.name,
      inventoryStateId: inventory.inventoryStateId,
      inventoryState: { oid: inventory.inventoryStateId, name: stateName },
      isClosed: inventory.isClosed === 1,
      isBlind: inventory.isBlind === 1,
      locations: report.locationIds.map((oid) => locationOf(report, oid)),
      person: personOf(report, report.personId),
    },
    tenant,
    company: report.company,
    frame: report.frame,
    madeDT,
    startedDT: started?.at ?? null,
    startedBy: userOf(report, started),
    finishedDT: finished?.at ?? null,
    finishedBy: userOf(report, finished),
    firstCountDT: report.counted.first,
    lastCountDT: report.counted.last,
    closedDT: closed?.at ?? null,
    closedBy: userOf(report, closed),
    secondCountsWaived: waived && {
      at: waived.at,
      by: userOf(report, waived),
      reason: waived.reason,
    },
    counters: report.counters.map(({ counts, ...counter }) => ({ ...counterOf(report, counter), counts })),
    approvals: {
      mustBeApproved: inventory.mustBeApproved === 1,
      isApproved: inventory.isApproved === 1,
      approvedDT: approved?.at ?? null,
      approvedBy: userOf(report, approved),
      items: open.items,
      approvedItems: open.approved,
    },
    responsible: report.responsible().map(({ userId, items }) => ({ user: personOf(report, userId), items })),
    decisions: { moved: open.moved, undecided: open.undecided, toRecount: open.toRecount },
  };
  const { asOf } = report;
  const asOfJson =
    asOf &&
    `${JSON.stringify({ day: asOf.day, until: asOf.until, recordsBegin: asOf.recordsBegin }).slice(0, -1)},${totalJson(asOf.total).slice(1)}`;
  const each = Object.entries<Total>(totals).map(([name, total]) => `"${name}":${totalJson(total)}`);
  return `${JSON.stringify(head).slice(0, -1)},"totals":{${each.join(",")}},"asOf":${asOfJson}}`;
}

/** The JSON of a total. Values in several currencies have no sum. */
function totalJson({ values, ...pieces }: Total): string {
  const [first, second] = values;
  const sumOf = (sum: (value: Value) => bigint) =>
    second === undefined ? (first === undefined ? 0n : sum(first)) : null;
  const sums = jsonWith(pieces, {
    value: sumOf((v) => v.expected),
    differenceValue: sumOf((v) => v.difference),
  });
  const list = values.map(({ currency, ...decimals }) => jsonWith({ currency }, decimals));
  return `${sums.slice(0, -1)},"values":[${list.join(",")}]}`;
}

function itemJson(report: Report, item: ReportItem): string {
  const { oid, lineNumber, result, locationId, foundLocationId, quantity, found, difference } = item;
  const before = earlierCount(item);
  const properties = {
    oid,
    lineNumber,
    result,
    article: { ...articleOf(item), category: item.category },
    location: locationOrNull(report, locationId),
    foundLocation: locationOrNull(report, foundLocationId),
    quantity,
    inventoryQuantity: found,
    difference,
    currency: item.currency,
    isApproved: item.isApproved === 1,
    approval: item.approvedDT && {
      at: item.approvedDT,
      by: userOf(report, { at: item.approvedDT, userId: item.approvedBy }),
    },
    isDisposal: item.isDisposal === 1,
    isToRecount: item.isToRecount === 1,
    movedDT: item.movedDT,
    movedQuantity: item.movedQuantity,
    movedBeforeCount: item.movedBeforeCount,
    takenFrom: item.takenFromLocationId && {
      location: locationOf(report, item.takenFromLocationId),
      quantity: item.takenQuantity,
    },
    decision: item.decision,
    decided: item.decidedDT && {
      at: item.decidedDT,
      by: userOf(report, { at: item.decidedDT, userId: item.decidedBy }),
    },
    note: item.note,
    photos: photoFiles(item),
    responsible: personOf(report, item.responsibleUserId),
    method: item.method,
    explanation: item.settlement && {
      settlement: item.settlement,
      cause: item.cause,
      at: item.explainedDT,
      by: userOf(report, { at: item.explainedDT, userId: item.explainedBy }),
    },
    counted:
      item.countedDT === null
        ? null
        : { at: item.countedDT, user: userOf(report, { at: item.countedDT, userId: item.countedBy }) },
    countedBefore: before && {
      at: before.at,
      user: personOf(report, before.userId),
      quantity: before.quantity,
    },
  };
  const { price, value, foundValue, differenceValue } = item;
  return withAsOf(jsonWith(properties, { price: BigInt(price), value, foundValue, differenceValue }), item);
}

/** The JSON of a line with its figures as of the decisive day added to it. */
function withAsOf(json: string, { price, asOf }: { readonly price: number; readonly asOf: AsOf | null }) {
  return `${json.slice(0, -1)},"asOf":${asOf && jsonWith(asOf, valuesOf(price, asOf))}}`;
}

function remainderJson(report: Report, remainder: ReturnType<Report["remainders"]>[number]): string {
  const { lineNumber, locationId, location, currency, price } = remainder;
  const properties = {
    lineNumber,
    article: articleOf(remainder),
    location: { oid: locationId, path: location },
    currency,
    responsible: personOf(report, remainder.responsibleUserId),
  };
  return withAsOf(jsonWith(properties, { price: BigInt(price) }), remainder);
}

const articleOf = ({ articleId, code, name, serialNumber, unit }: ReportItem | Remainder) => ({
  oid: articleId,
  code,
  name,
  serialNumber,
  unit,
});
const locationOf = (report: Report, oid: number) => ({ oid, path: report.names.location(oid) });
const locationOrNull = (report: Report, oid: number | null) =>
  oid === null ? null : locationOf(report, oid);

const userOf = (report: Report, step: Milestone | null) => personOf(report, step?.userId ?? null);

function personOf({ names }: Report, id: number | null) {
  return id === null ? null : { id, fullName: names.user(id) };
}

function counterOf({ names }: Report, counter: Pick<Counter, "userId" | "deviceTokenId" | "sentBy">) {
  const { userId, deviceTokenId, sentBy } = counter;
  return {
    user: { id: userId, fullName: names.user(userId) },
    device: deviceTokenId === null ? null : { id: deviceTokenId, name: names.device(deviceTokenId) },
    sender: sentBy === null ? null : { id: sentBy, fullName: names.user(sentBy) },
  };
}

function operationOf(
  report: Report,
  { userId, deviceTokenId, sentBy, locationId, articleId: _, unit: __, ...row }: OperationRow,
) {
  return {
    ...row,
    photos: photoFiles(row),
    location: locationOrNull(report, locationId),
    ...counterOf(report, { userId, deviceTokenId, sentBy }),
  };
}
