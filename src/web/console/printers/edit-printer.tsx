import { msg } from "../../../domain/message.ts";
import { getPrinter, updatePrinter } from "../../api/console/printing.ts";
import type { Printer } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { showSuccess } from "../dialogs/notes.tsx";
import { ConflictChoice } from "../forms/conflict.tsx";
import { EditBar } from "../forms/edit-bar.tsx";
import { useEdit } from "../forms/use-edit.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { deletePrinter } from "./delete-printer.ts";
import { PRINTER_TEXTS, PrinterFields, type PrinterValues } from "./printer-fields.tsx";
import { typeNamed, usePrinterTypes } from "./printer-types.ts";

/** `#/printers/:id` */
export function EditPrinterScreen({ id = "" }: Readonly<Record<string, string>>) {
  const read = getPrinter({ id: Number(id) });
  const write = (body: Partial<PrinterValues>) => updatePrinter({ id: Number(id), body });
  const printer = useLiveQuery(read, { follows: ["printRequests"] });
  const types = usePrinterTypes();
  const edit = useEdit<PrinterValues, Printer>({ read, write }, printer);
  const onSaved = () => {
    showSuccess(t(TEXTS.saved));
    go("/printers");
  };
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (await edit.save()) onSaved();
  };
  return (
    <Screen
      title={printer.body?.name ?? t(TEXTS.printer)}
      above={<a href="#/printers">{t(TEXTS.all)}</a>}
      actions={
        printer.body !== null && (
          <button
            type="button"
            class="danger"
            onClick={() => deletePrinter(printer.body as Printer, printer.tag)}
          >
            {t(TEXTS.delete)}
          </button>
        )
      }
    >
      <QueryBoundary answer={printer}>
        {(body) => (
          <form onSubmit={onSubmit} noValidate>
            <PrinterFields
              values={edit.values ?? body}
              types={types.body ?? []}
              errors={edit.errors}
              set={edit.set}
            />
            <p class="quiet">{t(TEXTS.follow)}</p>
            <EditBar edit={edit} />
          </form>
        )}
      </QueryBoundary>
      <ConflictChoice
        edit={edit}
        onSaved={onSaved}
        fields={{
          name: { name: t(PRINTER_TEXTS.name) },
          printerTypeId: {
            name: t(PRINTER_TEXTS.printerTypeId),
            show: (oid) => typeNamed(types.body, oid),
          },
          ipAddress: { name: t(PRINTER_TEXTS.ipAddress) },
          port: { name: t(PRINTER_TEXTS.port) },
          isActive: { name: t(PRINTER_TEXTS.isActive), show: (is) => t(is ? TEXTS.yes : TEXTS.no) },
        }}
      />
    </Screen>
  );
}

const TEXTS = {
  printer: msg("Printer"),
  all: msg("All printers"),
  saved: msg("Printer saved."),
  delete: msg("Delete…"),
  follow: msg(
    "Waiting labels move to a new address. Their content stays the same, even if the language changes.",
  ),
  yes: msg("Yes"),
  no: msg("No"),
};
