import { msg } from "../../../domain/message.ts";
import { createPrinter } from "../../api/console/printing.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Problem } from "../../ui/use-action.tsx";
import { showSuccess } from "../dialogs/notes.tsx";
import { useNew } from "../forms/use-new.ts";
import { Screen } from "../layout/screen.tsx";
import { PrinterFields, type PrinterValues } from "./printer-fields.tsx";
import { type PrinterTypeName, usePrinterTypes } from "./printer-types.ts";

const BEGINNING: PrinterValues = {
  name: "",
  ipAddress: "",
  port: 9100,
  printerTypeId: 3,
  isActive: true,
};

/** `#/printers/new` */
export function NewPrinterScreen() {
  const types = usePrinterTypes();
  return (
    <Screen title={t(TEXTS.title)} above={<a href="#/printers">{t(TEXTS.all)}</a>}>
      <QueryBoundary answer={types}>{(all) => <NewPrinter types={all} />}</QueryBoundary>
    </Screen>
  );
}

const create = (body: PrinterValues) => createPrinter({ body });

function NewPrinter({ types }: { readonly types: readonly PrinterTypeName[] }) {
  const { values, errors, problem, isBusy, set, add } = useNew(create, BEGINNING);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if ((await add()) === null) return;
    showSuccess(t(TEXTS.added, { name: values.name }));
    go("/printers");
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <PrinterFields
        values={values}
        types={types}
        errors={errors}
        set={(name, value) => set({ [name]: value })}
      />
      <Problem text={problem} />
      <button type="submit" disabled={isBusy}>
        {t(TEXTS.add)}
      </button>
    </form>
  );
}

const TEXTS = {
  title: msg("Add printer"),
  all: msg("All printers"),
  add: msg("Add"),
  added: msg("{name} added. Print a test label to check it."),
};
