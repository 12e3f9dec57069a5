import { msg } from "../../../../domain/message.ts";
import { listLabelFormats } from "../../../api/printing.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/file-input.tsx";
import { EmptyState } from "../../../ui/surfaces.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Screen } from "../../layout/screen.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { typeNamed, usePrinterTypes } from "../printer-types.ts";
import { PrinterLinks } from "../printers.tsx";
import { LABEL_TEXTS, SUBJECTS } from "./label-editor.tsx";
import { openLabelFile } from "./label-file.ts";

/** `#/printers/labels`: the label formats. */
export function LabelsScreen() {
  const labels = useLiveQuery(listLabelFormats(), { follows: ["formats"] });
  const types = usePrinterTypes();
  const isAdmin = may("administer");
  return (
    <Screen
      title={t(TEXTS.title)}
      actions={
        isAdmin && (
          <>
            <FileButton kind="secondary" accept=".json,application/json" onFile={openLabelFile}>
              {t(TEXTS.open)}
            </FileButton>
            <ButtonLink kind="secondary" href="#/printers/labels/new">
              {t(TEXTS.write)}
            </ButtonLink>
            <ButtonLink href="#/printers/labels/draw">{t(TEXTS.add)}</ButtonLink>
          </>
        )
      }
    >
      <PrinterLinks />
      <QueryBoundary
        query={labels}
        empty={
          <EmptyState icon="print" title={t(TEXTS.none)} text={t(isAdmin ? TEXTS.first : TEXTS.noneYet)} />
        }
      >
        {(all) => (
          <DataTable
            caption={t(TEXTS.title)}
            columns={[
              { key: "name", title: t(TEXTS.name), cell: ({ name }) => name },
              {
                key: "subject",
                title: t(LABEL_TEXTS.subject),
                cell: ({ subject }) => t(SUBJECTS[subject === "location" ? 1 : 0].label),
              },
              {
                key: "type",
                title: t(TEXTS.language),
                cell: ({ printerTypeId }) => typeNamed(types.body, printerTypeId),
              },
            ]}
            rows={all}
            idOf={({ oid }) => oid}
            hrefOf={isAdmin ? ({ oid }) => `#/printers/labels/${oid}` : undefined}
          />
        )}
      </QueryBoundary>
    </Screen>
  );
}

const TEXTS = {
  title: msg("Labels"),
  add: msg("New label"),
  open: msg("Open file"),
  write: msg("Write a template"),
  name: msg("Name"),
  language: msg("Language"),
  none: msg("No labels yet"),
  first: msg("Start from a ready-made one."),
  noneYet: msg("Ask an administrator to add one."),
};
