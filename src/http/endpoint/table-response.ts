import { z } from "zod";
import { LOCALES, type Locale } from "../../i18n/locales.ts";
import type { Table } from "../../platform/tables/cell.ts";
import {
  CSV_TYPE,
  csvFile,
  SEPARATOR_NAMES,
  SEPARATORS,
  type SeparatorName,
} from "../../platform/tables/csv-write.ts";
import { XLSX_TYPE, xlsxFile } from "../../platform/tables/xlsx-write.ts";
import { oneOf } from "./fields.ts";
import type { StreamResponse } from "./response.ts";

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

/** A table as a download. `name`: of the file, without its extension. */
export function tableResponse(
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
