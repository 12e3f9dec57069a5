import { msg } from "../../../../domain/message.ts";
import { ARTICLE } from "../../../../records/article.ts";
import { money } from "../../../articles/amounts.ts";
import { day, number, t } from "../../../i18n/translate.ts";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import "./rows.css";
import { roleNames } from "../../users/role-texts.ts";
import type { ImportDetail } from "../shapes.ts";

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
      columns={[{ title: t(msg("Row")), number: ({ row }) => row }, ...columns]}
      rows={lines}
      height={HEIGHT_PX}
      isGrid
    />
  );
}

/** A row of a grid: its number in the file, and its cells. */
interface GridLine {
  /** The number in the spreadsheet. */
  readonly row: number;
  readonly texts: readonly string[];
}

/** The errors, of one cause or of all: column, value and message. */
export function errorLines({ errors }: ImportDetail, cause: string | null): readonly GridLine[] {
  return errors
    .filter((error) => cause === null || error.cause === cause)
    .map(({ row, column, value, message }) => ({
      row,
      texts: [column ?? "", value ?? "", message],
    }));
}

const OUTCOMES = { create: msg("New"), update: msg("Changed", "row"), unchanged: msg("Unchanged") };
type OutcomeName = keyof typeof OUTCOMES;
type PreviewRow = ImportDetail["preview"]["create"][number] & { readonly is: OutcomeName };

/** The first rows of each outcome, in the order of the file: a column for each field that changes, with the changed cells marked. */
export function PreviewGrid({ one }: { readonly one: ImportDetail }) {
  const { preview, columns, fields } = one;
  const rows = (Object.keys(OUTCOMES) as OutcomeName[])
    .flatMap((is) => preview[is].map((row): PreviewRow => ({ ...row, is })))
    .sort((a, b) => a.row - b.row);
  const used = new Set(rows.flatMap(({ changes }) => changes.map(({ column }) => column)));
  const inFile = columns.map(({ header }) => header).filter((header) => used.has(header));
  const fieldOf = (name: string) =>
    columns.find(({ header, field }) => header === name && field !== null)?.field ?? name;
  const titleOf = (name: string) => fields.find(({ field }) => field === name)?.title ?? name;
  const changed = Array.from(new Set([...inFile, ...used]), (name): Column<PreviewRow> => {
    const field = fieldOf(name);
    return {
      key: `field ${name}`,
      title: titleOf(name),
      [isAmount(field) ? "number" : "cell"]: ({ is, changes }: PreviewRow) => {
        const change = changes.find(({ column }) => column === name);
        if (change === undefined) return "";
        const after = valueText(field, change.after);
        if (is === "create") return after;
        return (
          <mark>
            {valueText(field, change.before)} → {after}
          </mark>
        );
      },
    };
  });
  return (
    <DataTable
      class="import-grid"
      caption={t(msg("Preview"))}
      columns={[
        { title: t(msg("Row")), number: ({ row }) => row },
        { title: t(msg("Outcome")), cell: ({ is }) => t(OUTCOMES[is]) },
        { title: t(msg("Record")), isCode: true, cell: ({ key }) => key },
        ...changed,
      ]}
      rows={rows}
      height={HEIGHT_PX}
      isGrid
    />
  );
}

const kindOf = (field: string) => ARTICLE.fields[field as keyof typeof ARTICLE.fields]?.kind ?? null;

const isAmount = (field: string) => field === "quantity" || kindOf(field) === "money";

/** A value of a change as the language writes it. */
function valueText(field: string, text: string | null): string {
  if (text === null) return "–";
  if (field === "roles") return roleNames(text.split(", "));
  if (kindOf(field) === "money") return money(Number(text));
  if (kindOf(field) === "day") return day(text);
  return field === "quantity" ? number(Number(text)) : text;
}
