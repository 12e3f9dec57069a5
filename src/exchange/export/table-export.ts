import { join } from "node:path";
import type { Principal } from "../../domain/principal.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import type { StreamResponse } from "../../http/endpoint/response.ts";
import type { DownloadFormat } from "../../http/endpoint/table-response.ts";
import { LOCALES } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { acquireSlot, concurrentLanes } from "../../platform/concurrency-limit.ts";
import { CSV_TYPE, SEPARATORS } from "../../platform/tables/csv-write.ts";
import { XLSX_TYPE } from "../../platform/tables/xlsx-write.ts";
import { siteTime } from "../../printing/labels/label-values.ts";
import type { BeginExport } from "../../security-log/table.ts";
import { columnsOf } from "../import/columns.ts";
import { startExport } from "./file.ts";
import type { ExportSelection } from "./rows.ts";

/** Each export runs in a worker with its own connection. A lane is a tenant: its slow readers delay no other one. */
const EXPORTS = { running: 4, perLane: 2, waiting: 10 };

/** Exports a table that the import can read, as a file. Throws TooManyRequests, Unavailable, WrongState. */
export type ExportTable = (
  principal: Principal,
  address: string,
  selection: ExportSelection,
  query: DownloadFormat,
) => Promise<StreamResponse>;

/** Creates the function that all exports of tables share, with their limit of files at the same time. */
export function makeExportTable(
  { storage, clock, config }: Dependencies,
  beginExport: BeginExport,
): ExportTable {
  const queue = concurrentLanes<number>(EXPORTS);
  const timeOf = siteTime(config.timeZone);
  return async (principal, address, selection, { format = "csv", separator }) => {
    const { kind, language } = selection;
    beginExport(principal, address, { table: kind, format });
    const ended = await acquireSlot((work) => queue(principal.tenantId, work));
    try {
      const file = await startExport({
        database: join(storage.folder, storage.status().generation),
        selection,
        columns: columnsOf(storage.db, selection.tenantId, kind)
          .filter(({ isSecret }) => !isSecret)
          .map(({ field, title, width }) => ({ field, title: textIn(title, language), width })),
        format,
        separator: SEPARATORS[separator ?? LOCALES[language].separator],
      });
      return {
        kind: "stream",
        contentType: format === "csv" ? CSV_TYPE : XLSX_TYPE,
        fileName: `${kind}-${timeOf(new Date(clock.now())).date}.${format}`,
        size: null,
        open: () => file,
        ended,
      };
    } catch (error) {
      ended();
      throw error;
    }
  };
}
