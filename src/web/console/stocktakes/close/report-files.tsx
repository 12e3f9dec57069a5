import { msg } from "../../../../domain/message.ts";
import { getInventoryReport } from "../../../api/console/inventories.ts";
import type { InventoryDetail, InventoryReport } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { useDownload } from "../../batch/use-download.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";

const FORMATS = ["pdf", "xlsx", "csv"] as const;

/** Downloads of the report: the PDF and the tables. */
export function ReportFiles({ inventory: { oid, name } }: { readonly inventory: InventoryDetail }) {
  const { coming, problem, start } = useDownload();
  const fileName = name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const isBusy = coming !== null;
  return (
    <div class="row report-files no-print">
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          class={format === "pdf" ? "" : "second"}
          aria-disabled={isBusy}
          onClick={() => isBusy || start(getInventoryReport({ id: oid, format }), `${fileName}.${format}`)}
        >
          {t(TEXTS[format])}
        </button>
      ))}
      <span class="quiet" role="status">
        {isBusy && t(TEXTS.making)}
      </span>
      <span class="fault" role="alert">
        {problem}
      </span>
    </div>
  );
}

/** The figures of a stocktake's report; the items are read elsewhere, of the report only the few unexpected ones. */
export function useReport(inventoryId: number): LiveQuery<InventoryReport> {
  return useLiveQuery(getInventoryReport({ id: inventoryId, result: "unexpected" }), {
    follows: ["stocktakes"],
  });
}

const TEXTS = {
  pdf: msg("Stocktake report (PDF)"),
  xlsx: msg("All items (XLSX)"),
  csv: msg("All items (CSV)"),
  making: msg("Creating the file…"),
};
