import { msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryItem } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { Code128 } from "../../../scanner/label-picture.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";

interface TableProps {
  readonly inventory: InventoryDetail;
  readonly location: string;
  readonly items: readonly InventoryItem[];
}

/** The characters of Code 128 in code set B. */
const PRINTABLE = /^[ -~]+$/;

/** A sheet of paper: the expected items, and room for the counts. A blind one has no quantities. */
export function SheetTable({ inventory: { name, isBlind }, location, items }: TableProps) {
  const columns = columnsOf();
  const blind = columns.filter(({ key }) => key !== "expected");
  return (
    <article class="sheet">
      <h2>{location}</h2>
      <p>{name}</p>
      <p class="sheet-people">
        <span>{t(msg("Counted by"))}</span>
        <span>{t(msg("Date"))}</span>
        <span>{t(msg("Signature"))}</span>
      </p>
      <DataTable caption={location} columns={isBlind ? blind : columns} rows={items} isGrid />
    </article>
  );
}

const columnsOf = (): readonly Column<InventoryItem>[] => [
  {
    key: "code",
    title: t(msg("Code")),
    cell: ({ article: { code } }) => (
      <>
        {code !== null && PRINTABLE.test(code) && <Code128 text={code} name={code} />}
        {code}
      </>
    ),
  },
  { key: "name", title: t(msg("Name")), cell: ({ article }) => article.name },
  {
    key: "expected",
    title: t(msg("Expected")),
    isNumber: true,
    cell: ({ quantity }) => quantity !== undefined && number(quantity),
  },
  { key: "counted", title: t(msg("Counted")), cell: () => null, class: "sheet-count" },
  { key: "note", title: t(msg("Note")), cell: () => null, class: "sheet-note" },
];
