import { TOTAL_NAMES, TOTAL_ROWS } from "../../domain/results.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Cell, Column, Table } from "../../platform/tables/cell.ts";
import { amount } from "./money.ts";
import type { Report } from "./report.ts";
import { factsOf } from "./report-facts.ts";
import { reportMessages } from "./report-messages.ts";
import { valueIn } from "./totals.ts";

// The first sheets of the workbook: facts and totals.

/** The facts of the stocktake. Times are ISO 8601. */
export function factsTable(report: Report, language: Locale): Table {
  const messages = reportMessages(language);
  const { inventory, tenant } = report;
  const name: [string, string] = [messages.stocktake, `${inventory.name} (${inventory.oid}), ${tenant.name}`];
  return {
    name: messages.stocktake,
    columns: [
      { title: messages.field, width: 22 },
      { title: messages.value, width: 60 },
    ],
    rows: [name, ...factsOf(report, language, (iso) => iso)],
  };
}

/** The totals of each result: items, pieces, and values in each currency. */
export function totalsTable({ totals }: Report, language: Locale): Table {
  const messages = reportMessages(language);
  const currencies = totals.all.values.map(({ currency }) => currency);
  const parts = [messages.quantity, messages.notCounted, messages.difference, messages.found];
  const columns: Column[] = [
    { title: messages.result, width: 24 },
    { title: messages.items, width: 11 },
    ...parts.map((title) => ({ title })),
    ...currencies.flatMap((currency) =>
      parts.map((title) => ({ title: `${title} (${currency ?? messages.noCurrency})`, width: 22 })),
    ),
  ];
  const rows = TOTAL_ROWS.map((row): Cell[] => {
    const total = totals[row];
    const values = currencies.map((currency) => valueIn(total, currency));
    return [
      textIn(TOTAL_NAMES[row], language),
      total.items,
      total.quantity,
      total.notCounted,
      total.difference,
      total.found,
      ...values.flatMap(({ expected, notCounted, difference, found }) =>
        [expected, notCounted, difference, found].map(amount),
      ),
    ];
  });
  return { name: messages.results, columns, rows };
}
