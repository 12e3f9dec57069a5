import type { Cell, Column, Table } from "../../tables/cell.ts";
import type { Language } from "../../words.ts";
import { decimal, worth } from "./money.ts";
import type { Report, ReportItem } from "./report.ts";
import type { KeptRow } from "./report-store.ts";
import { wordsIn } from "./report-words.ts";
import { RESULT_NAMES, type Result } from "./result-names.ts";

// The report as rows of a spreadsheet.

/** The items of these results in one table: for CSV, which holds one. Unknown codes stand at its end. */
export function reportTable(report: Report, language: Language, results: readonly Result[]): Table {
  const words = wordsIn(language);
  const items = itemTable(report, language, results);
  function* rows() {
    yield* items.rows;
    for (const { code, locationId, quantity, note } of report.unknownCodes()) {
      const at = locationId === null ? null : report.names.location(locationId);
      yield [
        words.unknownCode,
        code,
        null,
        null,
        at,
        null,
        quantity,
        null,
        null,
        null,
        false,
        false,
        null,
        note,
      ];
    }
  }
  return { ...items, rows: rows() };
}

/** The same as a workbook: items, unknown codes and what came late, a sheet each. */
export function reportTables(report: Report, language: Language, results: readonly Result[]): Table[] {
  const words = wordsIn(language);
  return [
    itemTable(report, language, results),
    keptTable(report, language, words.unknownCodes, report.unknownCodes()),
    keptTable(report, language, words.late, report.late()),
  ];
}

interface ItemTable extends Table {
  readonly rows: Iterable<readonly Cell[]>;
}

function itemTable(report: Report, language: Language, results: readonly Result[]): ItemTable {
  const words = wordsIn(language);
  const columns: Column[] = [
    { title: words.result, width: 22 },
    { title: words.code },
    { title: words.name, width: 36 },
    { title: words.location, width: 36 },
    { title: words.foundLocation, width: 36 },
    { title: words.quantity, width: 11 },
    { title: words.found, width: 11 },
    { title: words.difference, width: 11 },
    { title: words.price, width: 13 },
    { title: words.differenceValue, width: 20 },
    { title: words.approved, width: 10 },
    { title: words.toRecount, width: 13 },
    { title: words.moved, width: 18 },
    { title: words.note, width: 36 },
  ];
  const place = (oid: number | null) => (oid === null ? null : report.names.location(oid));
  const rowOf = (item: ReportItem): Cell[] => [
    RESULT_NAMES[item.result][language],
    item.code,
    item.name,
    place(item.locationId),
    place(item.foundLocationId),
    item.quantity,
    item.found,
    item.difference,
    amount(worth(item.price, 1)),
    item.differenceValue === null ? null : amount(item.differenceValue),
    item.isApproved === 1,
    item.isToRecount === 1,
    item.movedDT === null ? null : item.movedQuantity,
    item.note,
  ];
  function* rows() {
    for (const item of report.items(results)) yield rowOf(item);
  }
  return { name: words.items, columns, rows: rows() };
}

function keptTable(report: Report, language: Language, name: string, rows: Iterable<KeptRow>): Table {
  const words = wordsIn(language);
  const columns: Column[] = [
    { title: words.code },
    { title: words.location, width: 36 },
    { title: words.pieces, width: 11 },
    { title: words.note, width: 36 },
    { title: words.time, width: 26 },
    { title: words.received, width: 26 },
    { title: words.user, width: 22 },
    { title: words.device, width: 22 },
  ];
  const { names } = report;
  function* cells() {
    for (const { code, locationId, quantity, note, at, receivedDT, userId, deviceTokenId } of rows) {
      const place = locationId === null ? null : names.location(locationId);
      const device = deviceTokenId === null ? null : names.device(deviceTokenId);
      yield [code, place, quantity, note, at, receivedDT, names.user(userId), device];
    }
  }
  return { name, columns, rows: cells() };
}

/** A spreadsheet knows 15 digits. */
const amount = (value: bigint): number => Number(decimal(value));
