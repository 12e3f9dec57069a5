import type { CellChange, ImportDetail } from "./shapes.ts";

type Outcome = "error" | "create" | "update" | "unchanged";

/** A line of the grid: what is wrong at one place of the file, or what becomes of a row. */
export interface GridLine {
  /** As the spreadsheet numbers it. */
  readonly row: number;
  readonly is: Outcome;
  /** The column that is wrong, or what the row's record is known by. */
  readonly where: string;
  readonly what: string;
}

/** All errors that the box tells, and the first rows of each other outcome, by row. */
export function gridLines({ errors, preview }: ImportDetail, onlyErrors: boolean): readonly GridLine[] {
  const wrong = errors.map(
    ({ row, column, message }): GridLine => ({ row, is: "error", where: column ?? "", what: message }),
  );
  if (onlyErrors) return wrong;
  const others = (["create", "update", "unchanged"] as const).flatMap((is) =>
    preview[is].map(
      ({ row, key, changes }): GridLine => ({
        row,
        is,
        where: key,
        what: changes.map(changeText).join("; "),
      }),
    ),
  );
  return [...wrong, ...others].sort((a, b) => a.row - b.row);
}

function changeText({ column, before, after }: CellChange): string {
  return before === null ? `${column}: ${after ?? ""}` : `${column}: ${before} → ${after ?? ""}`;
}
