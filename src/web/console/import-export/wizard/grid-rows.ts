import { type Message, msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import type { CellChange, ImportDetail } from "../shapes.ts";

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
