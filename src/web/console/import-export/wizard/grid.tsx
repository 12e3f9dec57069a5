import { type Message, msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import "./rows.css";
import type { CellChange, ImportDetail } from "../shapes.ts";

const HEIGHT_PX = 480;

interface GridProps {
  readonly name: string;
  /** The titles of the columns after the row number. */
  readonly titles: readonly string[];
  readonly lines: readonly GridLine[];
}

/** Rows of the file. */
export function Grid({ name, titles, lines }: GridProps) {
  const columns = titles.map(
    (title, at): Column<GridLine> => ({
      key: title,
      title,
      cell: ({ texts }) => texts[at],
      class: at === titles.length - 1 ? "what" : "",
    }),
  );
  return (
    <DataTable
      class="import-grid"
      caption={name}
      columns={[
        { key: "row", title: t(msg("Row")), isNumber: true, cell: ({ row }) => number(row) },
        ...columns,
      ]}
      rows={lines}
      classOf={({ is }) => `is-${is}`}
      height={HEIGHT_PX}
      isGrid
    />
  );
}

/** A row of a grid: its number in the file, and its cells. */
interface GridLine {
  /** The number in the spreadsheet. */
  readonly row: number;
  readonly is: "error" | "create" | "update" | "unchanged";
  readonly texts: readonly string[];
}

/** The errors, of one cause or of all: column, value and message. */
export function errorLines({ errors }: ImportDetail, cause: string | null): readonly GridLine[] {
  return errors
    .filter((error) => cause === null || error.cause === cause)
    .map(({ row, column, value, message }) => ({
      row,
      is: "error",
      texts: [column ?? "", value ?? "", message],
    }));
}

/** The first rows of each outcome, in the order of the file: outcome, key and changes. */
export function previewLines({ preview, fields }: ImportDetail): readonly GridLine[] {
  const titles = new Map(fields.map(({ field, title }) => [field, title]));
  const lines = (["create", "update", "unchanged"] as const).flatMap((is) =>
    preview[is].map(
      ({ row, key, changes }): GridLine => ({
        row,
        is,
        texts: [t(OUTCOMES[is]), key, changes.map((change) => changeText(change, titles)).join("; ")],
      }),
    ),
  );
  return lines.sort((a, b) => a.row - b.row);
}

/** A field without a column is named by its title. */
function changeText({ column, before, after }: CellChange, titles: ReadonlyMap<string, string>): string {
  const name = titles.get(column) ?? column;
  return before === null ? `${name}: ${after ?? ""}` : `${name}: ${before} → ${after ?? ""}`;
}

const OUTCOMES: Readonly<Record<"create" | "update" | "unchanged", Message>> = {
  create: msg("New"),
  update: msg("Changed", "row"),
  unchanged: msg("Unchanged"),
};
