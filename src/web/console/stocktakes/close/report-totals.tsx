import { msg } from "../../../../domain/message.ts";
import { TOTAL_NAMES, TOTAL_ROWS } from "../../../../domain/results.ts";
import type { InventoryReport } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { money } from "../accuracy.ts";

type Row = (typeof TOTAL_ROWS)[number];

/** The results in each unit, and their value in each currency. Each row and each column adds up. */
export function ReportTotals({ report: { totals } }: { readonly report: InventoryReport }) {
  const { quantities } = totals.all;
  return (
    <>
      <div class="report-totals">
        {(quantities.length === 0 ? [PIECES] : quantities).map(({ unit }) => (
          <TotalsTable
            key={unit}
            title={unit === null ? t(msg("Results in pieces")) : t(msg("Results in {unit}"), { unit })}
            cellsOf={(row) => {
              const quantity = totals[row].quantities.find((one) => one.unit === unit) ?? NOTHING;
              const { items, expected, notCounted, difference, found } = quantity;
              return [items, expected, notCounted, difference, found].map((value) => number(value));
            }}
          />
        ))}
        {totals.all.values.map(({ currency }) => (
          <TotalsTable
            key={currency}
            title={valuesTitle(currency, totals.all.values.length)}
            cellsOf={(row) => {
              const value = totals[row].values.find((one) => one.currency === currency) ?? NOTHING;
              const { expected, notCounted, difference, found } = value;
              return [
                number(totals[row].items),
                ...[expected, notCounted, difference, found].map((amount) => money(amount)),
              ];
            }}
          />
        ))}
      </div>
      <p class="muted">{t(msg("Expected − not counted + difference = found."))}</p>
    </>
  );
}

/** The caption of a table of values, with the currency if there is one. */
function valuesTitle(currency: string | null, currencies: number): string {
  if (currency === null && currencies === 1) return t(msg("Values"));
  return t(msg("Values: {currency}"), { currency: currency ?? t(msg("no currency")) });
}

const PIECES = { unit: null };
const NOTHING = { items: 0, expected: 0, notCounted: 0, difference: 0, found: 0 };

interface TableProps {
  readonly title: string;
  /** Items, expected, not counted, difference and found of a row. */
  readonly cellsOf: (row: Row) => readonly string[];
}

function TotalsTable({ title, cellsOf }: TableProps) {
  return (
    <DataTable
      class="totals"
      caption={title}
      isCaptionShown
      columns={[
        { key: "result", title: t(msg("Result")), isRowHead: true, cell: ({ name }) => name },
        ...HEADS.map((label, at) => ({
          key: label.source,
          title: t(label),
          isNumber: true,
          cell: ({ texts }: Line) => texts[at],
        })),
      ]}
      rows={TOTAL_ROWS.map((row) => ({ row, name: t(TOTAL_NAMES[row]), texts: cellsOf(row) }))}
      classOf={({ row }) => (row === "expected" || row === "all" ? "is-sum" : "")}
      isGrid
    />
  );
}

interface Line {
  readonly texts: readonly string[];
}

const HEADS = [msg("Items"), msg("Expected"), msg("Not counted"), msg("Difference"), msg("Found")];
