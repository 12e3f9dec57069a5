import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { StreamResponse } from "../../http/endpoint/response.ts";
import { type DownloadFormat, tableResponse } from "../../http/endpoint/table-response.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Cell } from "../../platform/tables/cell.ts";
import { asciiName } from "./downloads.ts";
import type { Import } from "./import-job.ts";

const TITLES = [
  { title: msg("Row"), width: 8 },
  { title: msg("Column in the file"), width: 28 },
  { title: msg("Value", "of a column"), width: 40 },
  { title: msg("Reason"), width: 60 },
];

/** What of another product's file is not imported: columns, then values and rows. Throws WrongState if there is nothing. */
export function notTakenFile(job: Import, form: DownloadFormat, language: Locale): StreamResponse {
  const { columns = [], rows = [] } = job.checkResult?.notTaken ?? {};
  if (columns.length + rows.length === 0) throw new WrongState(msg("Everything in the file is imported."));
  const lines: Cell[][] = [
    ...columns.map(({ header, values, reason }) => {
      return [
        null,
        header,
        textIn(msg("{n, plural, one {# value} other {# values}}", { n: values }), language),
        textIn(reason, language),
      ];
    }),
    ...rows.map(({ row, column, value, reason }) => [row, column, value, textIn(reason, language)]),
  ];
  const table = {
    name: textIn(msg("Not imported"), language),
    columns: TITLES.map(({ title, width }) => ({ title: textIn(title, language), width })),
    rows: lines,
  };
  return tableResponse(table, `${asciiName(job.fileName)}-not-imported`, form, language);
}
