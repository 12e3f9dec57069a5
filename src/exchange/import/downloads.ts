import { z } from "zod";
import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { fold } from "../../domain/text-folding.ts";
import { oneOf } from "../../http/endpoint/fields.ts";
import type { StreamResponse } from "../../http/endpoint/response.ts";
import type { Locale } from "../../i18n/locales.ts";
import { LOCALES } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Cell, Table } from "../../platform/tables/cell.ts";
import { SEPARATOR_NAMES, SEPARATORS, type SeparatorName } from "../../platform/tables/csv-format.ts";
import { CSV_TYPE, csvFile } from "../../platform/tables/csv-write.ts";
import { XLSX_TYPE, xlsxFile } from "../../platform/tables/xlsx-write.ts";
import type { Import } from "./import-job.ts";
import { isSecret } from "./issues.ts";
import type { KindOfTable } from "./options.ts";
import { readErrorRows } from "./rows-file.ts";
import { EXAMPLES } from "./templates.ts";

/** Query parameters of a table download. */
export const tableQuery = {
  format: oneOf(["csv", "xlsx"]).optional(),
  separator: oneOf(SEPARATOR_NAMES).optional(),
};
export const tableReply = z.file().mime([CSV_TYPE, XLSX_TYPE]);

/** The format of a table to download. */
export interface DownloadFormat {
  readonly format?: "csv" | "xlsx" | undefined;
  readonly separator?: SeparatorName | undefined;
}

const ERRORS = msg("Errors");
const SECRETS_LEFT_OUT = msg("Passwords and PINs are left out of this file.");
const ERRORS_WIDTH = 60;

/**
 * The rows of an import with errors, as they are in its file, with the errors in a last column. Passwords and PINs are left
 * out. Throws WrongState if no row has errors.
 */
export function errorsFile(job: Import, form: DownloadFormat, language: Locale): StreamResponse {
  const { checkResult, files } = job;
  const file = files.errorRows;
  if (checkResult === null || file === null) {
    throw new WrongState(msg("The file has no rows with errors."));
  }
  const width = checkResult.errorColumns;
  const headers = new Map(checkResult.layout.columns.map(({ column, header }) => [column, header]));
  const hasSecret = checkResult.layout.columns.some(({ field }) => isSecret(job.columns, field));
  let release = () => {};
  let isEnded = false;
  function* rows(): Generator<Cell[]> {
    for (const { cells, messages } of readErrorRows(file?.descriptor ?? -1)) {
      const sentences = [...messages, ...(hasSecret ? [SECRETS_LEFT_OUT] : [])].map((message) =>
        textIn(message, language),
      );
      const all = Array.from({ length: width }, (_, index) => cells[index] || null);
      yield [...all, sentences.join("; ")];
      // The file may be closed as soon as the client disconnects.
      if (isEnded) return;
    }
  }
  const titles = Array.from({ length: width }, (_, index) => ({ title: headers.get(index) ?? "" }));
  const table = {
    name: textIn(ERRORS, language),
    columns: [...titles, { title: textIn(ERRORS, language), width: ERRORS_WIDTH }],
    rows: rows(),
  };
  const body = toResponseBody(table, `${asciiName(job.fileName)}-errors`, form, language);
  return {
    ...body,
    open() {
      release = file.retain();
      return body.open();
    },
    ended() {
      isEnded = true;
      release();
    },
  };
}

/** A template of a kind of table: its columns and two example rows. */
export function templateFile(
  { kind, columns }: KindOfTable,
  form: DownloadFormat,
  language: Locale,
): StreamResponse {
  const rows = EXAMPLES[kind].map((example) =>
    columns.map(({ field }): Cell => {
      const value = example[field] ?? null;
      return value !== null && typeof value === "object" ? textIn(value, language) : value;
    }),
  );
  const titles = columns.map(({ title, width }) => ({ title: textIn(title, language), width }));
  return toResponseBody({ name: kind, columns: titles, rows }, `${kind}-template`, form, language);
}

/** A table as a download. */
export function toResponseBody(
  table: Table,
  name: string,
  { format = "csv", separator }: DownloadFormat,
  language: Locale,
): StreamResponse {
  const sign = SEPARATORS[separator ?? LOCALES[language].separator];
  return {
    kind: "stream",
    contentType: format === "csv" ? CSV_TYPE : XLSX_TYPE,
    fileName: `${name}.${format}`,
    size: null,
    open: () => (format === "csv" ? csvFile(table, sign) : xlsxFile([table])),
    ended: () => {},
  };
}

/** A file name without its extension, in ASCII letters, digits and hyphens. */
export function asciiName(fileName: string): string {
  const base = fold(fileName.replace(/\.[^.]*$/, "")).replace(/[^a-z0-9]+/g, "-");
  return base.replace(/^-|-$/g, "").slice(0, 60) || "import";
}
