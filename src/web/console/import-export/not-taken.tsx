import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
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
      key: `column ${header}`,
      row: "",
      column: header,
      reason,
      value: t(msg("{n, plural, one {# value} other {# values}}"), { n: values }),
    })),
    ...rows.slice(0, SHOWN).map(({ row, column, value, reason }, place) => ({
      key: `row ${place}`,
      row: String(row),
      column: column ?? t(msg("Whole row")),
      reason,
      value: value ?? "",
    })),
  ];
  return (
    <section aria-label={t(TITLE)}>
      <div class="import-head">
        <h3>{t(TITLE)}</h3>
        <Button
          kind="secondary"
          disabled={coming !== null}
          onClick={() => start(call("GET /api/imports/{id}/not-imported", { id: one.id, format: "xlsx" }))}
        >
          {t(msg("Download what is not imported"))}
        </Button>
      </div>
      <Problem text={problem} />
      {count > SHOWN && (
        <p class="muted">
          {t(msg("The first {shown} of {n} values and rows. The download has more."), {
            shown: SHOWN,
            n: count,
          })}
        </p>
      )}
      <DataTable
        caption={t(TITLE)}
        rows={lines}
        columns={[
          {
            key: "column",
            title: t(msg("Column in the file")),
            isRowHead: true,
            cell: ({ column }) => column,
          },
          { key: "row", title: t(msg("Row")), cell: ({ row }) => row },
          { key: "value", title: t(msg("Value", "of a column")), cell: ({ value }) => value },
          { key: "reason", title: t(msg("Reason")), cell: ({ reason }) => reason },
        ]}
      />
    </section>
  );
}

const TITLE = msg("Not imported");
