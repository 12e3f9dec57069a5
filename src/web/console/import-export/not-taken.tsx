import { msg } from "../../../domain/message.ts";
import { exportNotImported } from "../../api/console/import-export.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import type { ImportDetail } from "./shapes.ts";

/** Rows that are shown; the download has more. */
const SHOWN = 20;

/** What of another product's export is not imported: columns, then values and rows, with the reason. */
export function NotTaken({ one }: { readonly one: ImportDetail }) {
  const { coming, problem, start } = useDownload();
  const { columns, rows, count } = one.notTaken;
  if (columns.length + count === 0) return null;
  const lines = [
    ...columns.map(({ header, values, reason }) => ({
      ...{ key: `column ${header}`, row: "", column: header, reason },
      value: t(TEXTS.values, { n: values }),
    })),
    ...rows.slice(0, SHOWN).map(({ row, column, value, reason }, place) => ({
      ...{ key: `row ${place}`, row: String(row), column: column ?? t(TEXTS.whole), reason },
      value: value ?? "",
    })),
  ];
  return (
    <section aria-label={t(TEXTS.title)}>
      <div class="import-head">
        <h3>{t(TEXTS.title)}</h3>
        <Button
          kind="secondary"
          disabled={coming !== null}
          onClick={() => start(exportNotImported({ id: one.id, format: "xlsx" }))}
        >
          {t(TEXTS.download)}
        </Button>
      </div>
      <Problem text={problem} />
      {count > SHOWN && <p class="muted">{t(TEXTS.some, { shown: SHOWN, n: count })}</p>}
      <DataTable
        caption={t(TEXTS.title)}
        rows={lines}
        columns={[
          { key: "column", title: t(TEXTS.column), isRowHead: true, cell: ({ column }) => column },
          { key: "row", title: t(TEXTS.row), cell: ({ row }) => row },
          { key: "value", title: t(TEXTS.value), cell: ({ value }) => value },
          { key: "reason", title: t(TEXTS.reason), cell: ({ reason }) => reason },
        ]}
      />
    </section>
  );
}

const TEXTS = {
  title: msg("Not imported"),
  download: msg("Download what is not imported"),
  some: msg("The first {shown} of {n} values and rows. The download has more."),
  row: msg("Row"),
  column: msg("Column in the file"),
  value: msg("Value", "of a column"),
  reason: msg("Reason"),
  values: msg("{n, plural, one {# value} other {# values}}"),
  whole: msg("Whole row"),
};
