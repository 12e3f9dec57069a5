import { type Message, msg } from "../../../../domain/message.ts";
import { hasMoved, TOTAL_NAMES, TOTAL_ROWS } from "../../../../domain/results.ts";
import type { InventoryReport } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { money } from "../accuracy.ts";

type Row = (typeof TOTAL_ROWS)[number];

/** The results in each unit, and their value in each currency. Each row and each column adds up. */
export function ReportTotals({ report: { totals } }: { readonly report: InventoryReport }) {
  const { quantities } = totals.all;
  const isMoved = hasMoved(totals);
  const figures = FIGURES.filter(([figure]) => figure !== "moved" || isMoved);
  return (
    <>
      <div class="report-totals">
        {(quantities.length === 0 ? [PIECES] : quantities).map(({ unit }) => (
          <TotalsTable
            key={unit}
            title={unit === null ? t(msg("Results in pieces")) : t(msg("Results in {unit}"), { unit })}
            figures={figures}
            cellsOf={(row) => {
              const quantity = totals[row].quantities.find((one) => one.unit === unit) ?? NOTHING;
              return [quantity.items, ...figures.map(([figure]) => quantity[figure])].map((n) => number(n));
            }}
          />
        ))}
        {totals.all.values.map(({ currency }) => (
          <TotalsTable
            key={currency}
            title={valuesTitle(currency, totals.all.values.length)}
            figures={figures}
            cellsOf={(row) => {
              const value = totals[row].values.find((one) => one.currency === currency) ?? NOTHING;
              return [number(totals[row].items), ...figures.map(([figure]) => money(value[figure]))];
            }}
          />
        ))}
      </div>
      <p class="muted">
        {t(
          isMoved
            ? msg("Expected − not counted + moved before the count + difference = found.")
            : msg("Expected − not counted + difference = found."),
        )}
      </p>
    </>
  );
}

/** The caption of a table of values, with the currency if there is one. */
function valuesTitle(currency: string | null, currencies: number): string {
  if (currency === null && currencies === 1) return t(msg("Values"));
  return t(msg("Values: {currency}"), { currency: currency ?? t(msg("no currency")) });
}

const PIECES = { unit: null };
const NOTHING = { items: 0, expected: 0, notCounted: 0, moved: 0, difference: 0, found: 0 };

interface TableProps {
  readonly title: string;
  readonly figures: readonly (readonly [string, Message])[];
  /** The items and the figures of a row. */
  readonly cellsOf: (row: Row) => readonly string[];
}

function TotalsTable({ title, figures, cellsOf }: TableProps) {
  return (
    <DataTable
      class="totals"
      caption={title}
      isCaptionShown
      columns={[
        { title: t(msg("Result")), isRowHead: true, cell: ({ name }) => name },
        ...[msg("Items"), ...figures.map(([, name]) => name)].map((label, at) => ({
          key: label.source,
          title: t(label),
          number: ({ texts }: Line) => texts[at],
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

/** The figures of a row, in the order in which they add up. What moved is left out where nothing has. */
const FIGURES = [
  ["expected", msg("Expected")],
  ["notCounted", msg("Not counted")],
  ["moved", msg("Moved before the count")],
  ["difference", msg("Difference")],
  ["found", msg("Found")],
] as const;
