import { useState } from "preact/hooks";
import { type Message, msg } from "../../../../domain/message.ts";
import { number, t } from "../../../i18n/translate.ts";
import { ScrollArea } from "../../table/sideways.tsx";
import "./grid.css";
import type { CellChange, ImportDetail } from "../shapes.ts";

const LINE_PX = 32;
const HEIGHT_PX = 480;
/** Lines drawn above and below the visible ones. */
const SPARE = 8;
/** A grid with no more lines is drawn whole, and its texts may wrap. */
const FEW = 200;

interface GridProps {
  readonly name: string;
  /** The titles of the columns after the row number. */
  readonly titles: readonly string[];
  readonly lines: readonly GridLine[];
}

/** Rows of the file in a scrolled table; of many lines only the visible ones are drawn. */
export function Grid({ name, titles, lines }: GridProps) {
  const [top, setTop] = useState(0);
  const areFew = lines.length <= FEW;
  const first = areFew ? 0 : Math.max(0, Math.floor(top / LINE_PX) - SPARE);
  const end = Math.ceil((top + HEIGHT_PX) / LINE_PX) + SPARE;
  const last = areFew ? lines.length : Math.min(lines.length, end);
  return (
    <ScrollArea
      class={areFew ? "import-grid are-few" : "import-grid"}
      name={name}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <table class="data" aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            <th scope="col" class="number">
              {t(TEXTS.row)}
            </th>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap lines={first} width={titles.length + 1} />
          {lines.slice(first, last).map(({ row, is, texts }, place) => (
            <tr key={first + place} class={`is-${is}`} aria-rowindex={first + place + 2}>
              <td class="number">{number(row)}</td>
              {titles.map((title, column) => (
                <td key={title} class={column === titles.length - 1 ? "what" : ""}>
                  {texts[column]}
                </td>
              ))}
            </tr>
          ))}
          <Gap lines={lines.length - last} width={titles.length + 1} />
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** The height of the lines that are not drawn. */
function Gap({ lines, width }: { readonly lines: number; readonly width: number }) {
  if (lines === 0) return null;
  return (
    <tr class="gap" style={{ height: `${lines * LINE_PX}px` }}>
      <td colSpan={width} />
    </tr>
  );
}

/** A line of a grid: its row in the file, and the texts beside it. */
export interface GridLine {
  /** As the spreadsheet numbers it. */
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

const TEXTS = {
  row: msg("Row"),
};
