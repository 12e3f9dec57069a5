import { backupErrorText } from "../../../domain/backup-targets.ts";
import { msg } from "../../../domain/message.ts";
import type { BackupRun } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t, when } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { durationText } from "./target-texts.ts";

/** The past backups of a target, newest first. */
export function RunHistory({ runs }: { readonly runs: readonly BackupRun[] }) {
  return (
    <DataTable caption={t(msg("Past backups"))} columns={columns()} rows={runs} idOf={({ oid }) => oid} />
  );
}

const columns = (): readonly Column<BackupRun>[] => [
  { key: "at", title: t(msg("Time")), isRowHead: true, cell: ({ startedDT }) => when(startedDT) },
  {
    key: "result",
    title: t(msg("Result")),
    cell: ({ error }) =>
      error === null ? (
        <Badge tone="success" icon="there">
          {t(msg("Complete"))}
        </Badge>
      ) : (
        <>
          <Badge tone="danger" icon="warning">
            {t(msg("Failed", "backup"))}
          </Badge>{" "}
          {t(backupErrorText(error))}
        </>
      ),
  },
  {
    key: "took",
    title: t(msg("Took")),
    isNumber: true,
    cell: ({ startedDT, endedDT }) => durationText(Date.parse(endedDT) - Date.parse(startedDT)),
  },
  { key: "bytes", title: t(msg("All data")), isNumber: true, cell: ({ bytes }) => size(bytes) },
  {
    key: "added",
    title: t(msg("New data sent")),
    isNumber: true,
    cell: ({ addedBytes }) => size(addedBytes),
  },
];

const size = (bytes: number | null) => (bytes === null ? "–" : sizeText(bytes));
