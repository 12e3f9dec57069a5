import { z } from "zod";
import { WrongState } from "../../domain/errors.ts";
import { type Locale, msg } from "../../domain/message.ts";
import { fold } from "../../domain/text-folding.ts";
import { oneOf } from "../../http/endpoint/fields.ts";
import type { StreamBody } from "../../http/endpoint/response.ts";
import type { Cell, Table } from "../tables/cell.ts";
import { CSV_TYPE, csvFile } from "../tables/csv-write.ts";
import { SEPARATOR_NAMES, SEPARATORS, type SeparatorName } from "../tables/separators.ts";
import { XLSX_TYPE, xlsxFile } from "../tables/xlsx-write.ts";
import { COLUMNS } from "./columns.ts";
import type { Import } from "./import-job.ts";
import { isSecret } from "./issues.ts";
import { errorRowsIn } from "./rows-file.ts";
import { EXAMPLES } from "./templates.ts";
import type { Kind } from "./values.ts";

/** The form of a table that is downloaded, as a query says it. */
export const tableQuery = {
  format: oneOf(["csv", "xlsx"]).optional(),
  separator: oneOf(SEPARATOR_NAMES).optional(),
};
export const tableReply = z.file().mime([CSV_TYPE, XLSX_TYPE]);

interface TableForm {
  readonly format?: "csv" | "xlsx" | undefined;
  readonly separator?: SeparatorName | undefined;
}

const ERRORS = msg("Errors", "Chyby");
const SECRETS_LEFT_OUT = msg(
  "Passwords and PINs are left out of this file.",
  "Hesla a PINy v tomto souboru nejsou.",
);
const ERRORS_WIDTH = 60;

/**
 * The rows of an import with errors as they stood in its file, with all that is wrong in a last column; passwords and PINs
 * are left out. Throws WrongState where there are none.
 */
export function errorsFile(one: Import, form: TableForm, language: Locale): StreamBody {
  const { checked, files, kind } = one;
  const file = files.errorRows;
  if (checked === null || file === null) {
    throw new WrongState(msg("The file has no rows with errors.", "Soubor nemá žádné řádky s chybami."));
  }
  const width = checked.errorColumns;
  const headers = new Map(checked.layout.columns.map(({ column, header }) => [column, header]));
  const hasSecret = checked.layout.columns.some(({ field }) => isSecret(kind, field));
  let release = () => {};
  let isEnded = false;
  function* rows(): Generator<Cell[]> {
    for (const { cells, messages } of errorRowsIn(file?.descriptor ?? -1)) {
      const sentences = [...messages, ...(hasSecret ? [SECRETS_LEFT_OUT] : [])].map(
        (words) => words[language],
      );
      const all = Array.from({ length: width }, (_, index) => cells[index] || null);
      yield [...all, sentences.join("; ")];
      // The file may be closed as soon as the client is gone.
      if (isEnded) return;
    }
  }
  const titles = Array.from({ length: width }, (_, index) => ({ title: headers.get(index) ?? "" }));
  const table = {
    name: ERRORS[language],
    columns: [...titles, { title: ERRORS[language], width: ERRORS_WIDTH }],
    rows: rows(),
  };
  const body = tableBody(table, `${plainName(one.fileName)}-errors`, form, language);
  return {
    ...body,
    open() {
      release = file.hold();
      return body.open();
    },
    ended() {
      isEnded = true;
      release();
    },
  };
}

/** An empty table of a kind: its columns, and two rows as examples. */
export function templateFile(kind: Kind, form: TableForm, language: Locale): StreamBody {
  const columns = COLUMNS[kind];
  const rows = EXAMPLES[kind].map((example) =>
    columns.map(({ field }): Cell => {
      const value = example[field] ?? null;
      return value !== null && typeof value === "object" ? value[language] : value;
    }),
  );
  const titles = columns.map(({ title, width }) => ({ title: title[language], width }));
  return tableBody({ name: kind, columns: titles, rows }, `${kind}-template`, form, language);
}

function tableBody(
  table: Table,
  name: string,
  { format = "csv", separator }: TableForm,
  language: Locale,
): StreamBody {
  const sign = SEPARATORS[separator ?? (language === "cs" ? "semicolon" : "comma")];
  return {
    contentType: format === "csv" ? CSV_TYPE : XLSX_TYPE,
    fileName: `${name}.${format}`,
    size: null,
    open: () => (format === "csv" ? csvFile(table, sign) : xlsxFile([table])),
    ended: () => {},
  };
}

/** A file's name without its ending, in letters that every system takes. */
function plainName(fileName: string): string {
  const base = fold(fileName.replace(/\.[^.]*$/, "")).replace(/[^a-z0-9]+/g, "-");
  return base.replace(/^-|-$/g, "").slice(0, 60) || "import";
}
