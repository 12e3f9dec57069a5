import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/file-input.tsx";
import { ListScreen } from "../../list-screen/list-screen.tsx";
import { listOf } from "../../list-screen/use-list.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { typeNamed, usePrinterTypes } from "../printer-types.ts";
import { PrinterLinks } from "../printers.tsx";
import { LABEL_TEXTS, SUBJECTS } from "./label-editor.tsx";
import { openLabelFile } from "./label-file.ts";

/** `#/printers/labels`: the label formats. */
export function LabelsScreen() {
  const labels = useLiveQuery(call("GET /api/printingformats"), { follows: ["formats"] });
  const types = usePrinterTypes();
  const isAdmin = may("administer");
  return (
    <ListScreen
      title={t(msg("Labels"))}
      actions={
        isAdmin && (
          <>
            <FileButton accept=".json,application/json" onFile={openLabelFile}>
              {t(msg("Open file"))}
            </FileButton>
            <ButtonLink href="#/printers/labels/new">{t(msg("Write a template"))}</ButtonLink>
            <ButtonLink kind="primary" href="#/printers/labels/draw">
              {t(msg("New label"))}
            </ButtonLink>
          </>
        )
      }
      tabs={<PrinterLinks />}
      list={listOf(labels)}
      columns={[
        { title: t(msg("Name")), cell: ({ name }) => name },
        {
          title: t(LABEL_TEXTS.subject),
          cell: ({ subject }) => t(SUBJECTS[subject === "location" ? 1 : 0].label),
        },
        {
          title: t(LABEL_TEXTS.printerTypeId),
          cell: ({ printerTypeId }) => typeNamed(types.body, printerTypeId),
        },
      ]}
      hrefOf={isAdmin ? ({ oid }) => `#/printers/labels/${oid}` : undefined}
      empty={{
        icon: "print",
        title: t(msg("No labels yet")),
        text: t(isAdmin ? msg("Start from a ready-made one.") : msg("Ask an administrator to add one.")),
        action: isAdmin && <ButtonLink href="#/printers/labels/draw">{t(msg("New label"))}</ButtonLink>,
      }}
    />
  );
}
