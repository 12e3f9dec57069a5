import { DECISION_NAMES } from "../../../../domain/item-decisions.ts";
import { pieceDifference, piecesFound } from "../../../../domain/item-views.ts";
import { msg } from "../../../../domain/message.ts";
import { RESULT_NAMES, type Result } from "../../../../domain/results.ts";
import { SETTLEMENT_NAMES } from "../../../../domain/stocktakes/settlement.ts";
import type { InventoryItem } from "../../../api/types/endpoints.d.ts";
import { quantityText } from "../../../articles/amounts.ts";
import { t } from "../../../i18n/translate.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import type { Column } from "../../../ui/table/data-table.tsx";
import { ICONS } from "../../layout/icons.ts";
import { LocationPath } from "../../locations/tree/location-path.tsx";
import { money } from "../accuracy.ts";
import { differenceValue, flagsOf, foundElsewhere, signed } from "./item-figures.ts";

const pathOf = (location: number | null) =>
  location === null ? "–" : <LocationPath location={{ oid: location }} />;

interface ColumnOptions {
  /** An item is open beside the table, which is narrower then. */
  readonly isBeside: boolean;
  /** All rows have the same result. */
  readonly isOneResult: boolean;
}

const LEFT_OUT_BESIDE: readonly string[] = ["place", "marks", "expected", "counted"];

/** The columns of the table of results. */
export const itemColumns = (
  rows: readonly InventoryItem[],
  { isBeside, isOneResult }: ColumnOptions,
): readonly Column<InventoryItem>[] =>
  allColumns(rows)
    .filter(({ key }) => !isBeside || LEFT_OUT_BESIDE.indexOf(key ?? "") === -1)
    .filter(({ key }) => !isOneResult || key !== "result")
    .filter(({ key }) => key !== "marks" || rows.some((row) => marksOf(row) !== ""));

const allColumns = (rows: readonly InventoryItem[]): readonly Column<InventoryItem>[] => [
  {
    title: t(msg("Code")),
    sort: "code",
    cell: ({ article }) => article.code ?? "–",
    isCode: true,
    class: "result-code",
  },
  {
    title: t(msg("Name")),
    sort: "name",
    isTitle: true,
    cell: ({ article }) => (
      <span class="one-line" title={article.name}>
        {article.name}
      </span>
    ),
  },
  {
    key: "place",
    title: t(msg("Location → found at")),
    sort: "location",
    cell: (item) => {
      const elsewhere = foundElsewhere(item);
      return (
        <>
          {pathOf(item.locationId)}
          {elsewhere !== null && <span class="elsewhere"> → {pathOf(elsewhere)}</span>}
        </>
      );
    },
  },
  {
    key: "expected",
    title: t(msg("Expected")),
    sort: "expected",
    class: "result-expected",
    number: ({ quantity = 0, unit }) => quantityText(quantity, unit),
  },
  {
    key: "counted",
    title: t(msg("Counted")),
    sort: "counted",
    number: (item) => {
      const found = piecesFound(item);
      return found === null ? "–" : quantityText(found, item.unit);
    },
  },
  {
    title: t(msg("Difference")),
    sort: "difference",
    number: (item) => {
      const found = pieceDifference(item);
      return found === null || found === 0 ? (
        ""
      ) : (
        <span class={found < 0 ? "is-loss" : ""}>{signed(found, item.unit)}</span>
      );
    },
  },
  { title: valueTitle(rows), sort: "value", number: (item) => moneyOf(item, rows) },
  {
    key: "result",
    title: t(msg("Result")),
    cell: ({ result }) => (result === null || result === undefined ? "" : <ResultBadge result={result} />),
  },
  { key: "marks", title: t(msg("Notes")), cell: marksOf, class: "result-marks" },
];

/** The one currency of all rows; undefined: there are several. */
function currencyOf(rows: readonly InventoryItem[]): string | null | undefined {
  const all = new Set(rows.filter(({ price }) => price !== 0).map(({ currency }) => currency));
  return all.size > 1 ? undefined : (Array.from(all)[0] ?? null);
}

function valueTitle(rows: readonly InventoryItem[]): string {
  const currency = currencyOf(rows);
  return currency === null || currency === undefined
    ? t(msg("Value"))
    : t(msg("Value ({currency})"), { currency });
}

function moneyOf(item: InventoryItem, rows: readonly InventoryItem[]) {
  const value = differenceValue(item);
  if (value === null || value === 0) return "";
  const currency = currencyOf(rows) === undefined ? ` ${item.currency ?? ""}` : "";
  return <span class={value < 0 ? "is-loss" : ""}>{`${money(value, { isSigned: true })}${currency}`}</span>;
}

/** Marks of an item: its decision, its settlement, and facts that matter for one. */
function marksOf(item: InventoryItem): string {
  const { movedDT, movedBeforeCount = 0, decision, note, explanation, unit } = item;
  const marks = [
    movedDT !== null && t(msg("stock changed")),
    movedBeforeCount !== 0 && t(msg("{pieces} before the count"), { pieces: signed(movedBeforeCount, unit) }),
    decision !== null && t(DECISION_NAMES[decision]),
    explanation && t(SETTLEMENT_NAMES[explanation.settlement]),
    flagsOf(item),
    note !== null && t(msg("has a note")),
  ];
  return marks.filter(Boolean).join(" · ");
}

const BADGES: Readonly<Record<Result, { readonly tone: Tone; readonly icon: IconName }>> = {
  foundAsExpected: { tone: "success", icon: "there" },
  foundElsewhere: { tone: "warning", icon: "elsewhere" },
  quantityDiffers: { tone: "warning", icon: "unexpected" },
  missing: { tone: "danger", icon: "cross" },
  notCounted: { tone: "neutral", icon: ICONS.planned },
  proposedForDisposal: { tone: "muted", icon: "minus" },
  unexpected: { tone: "info", icon: "plus" },
};

/** The result of an item as a badge. */
function ResultBadge({ result }: { readonly result: Result }) {
  return <Badge {...BADGES[result]}>{t(RESULT_NAMES[result])}</Badge>;
}
