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
  return <DataTable caption={t(TEXTS.title)} columns={columns()} rows={runs} idOf={({ oid }) => oid} />;
}

const columns = (): readonly Column<BackupRun>[] => [
  { key: "at", title: t(TEXTS.at), isRowHead: true, cell: ({ startedDT }) => when(startedDT) },
  {
    key: "result",
    title: t(TEXTS.result),
    cell: ({ error }) =>
      error === null ? (
        <Badge tone="success" icon="there">
          {t(TEXTS.complete)}
        </Badge>
      ) : (
        <>
          <Badge tone="danger" icon="warning">
            {t(TEXTS.failed)}
          </Badge>{" "}
          {t(backupErrorText(error))}
        </>
      ),
  },
  {
    key: "took",
    title: t(TEXTS.took),
    isNumber: true,
    cell: ({ startedDT, endedDT }) => durationText(Date.parse(endedDT) - Date.parse(startedDT)),
  },
  { key: "bytes", title: t(TEXTS.bytes), isNumber: true, cell: ({ bytes }) => size(bytes) },
  { key: "added", title: t(TEXTS.added), isNumber: true, cell: ({ addedBytes }) => size(addedBytes) },
];

const size = (bytes: number | null) => (bytes === null ? "–" : sizeText(bytes));

const TEXTS = {
  title: msg("Past backups"),
  at: msg("Time"),
  result: msg("Result"),
  complete: msg("Complete"),
  failed: msg("Failed", "backup"),
  took: msg("Took"),
  bytes: msg("All data"),
  added: msg("New data sent"),
};
