import { DEFAULT_RESOLUTION } from "../../../domain/label-layout.ts";
import { msg } from "../../../domain/message.ts";
import { call, withTag } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Printer } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { confirm, type Question } from "../../ui/confirm.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { EditForm, useEdit } from "../forms/edit.tsx";
import { FormBody, useForm } from "../forms/form.tsx";
import { type Change, MutationButton } from "../forms/mutation.tsx";
import { NotDone } from "../forms/problem.ts";
import { leaveWithoutAsking } from "../forms/unsaved-changes.ts";
import { Screen } from "../layout/screen.tsx";
import { eventData } from "../realtime/live.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { PRINTER_TEXTS, PrinterFields, type PrinterValues } from "./printer-fields.tsx";
import { type PrinterTypeName, typeNamed, usePrinterTypes } from "./printer-types.ts";

/** `#/printers/:id` */
export function EditPrinterScreen({ id = "" }: Readonly<Record<string, string>>) {
  const read = call("GET /api/printingprinters/{id}", { id: Number(id) });
  const write = (body: Partial<PrinterValues>) =>
    call("PUT /api/printingprinters/{id}", { id: Number(id), body });
  const printer = useLiveQuery(read, { follows: ["printRequests"] });
  const types = usePrinterTypes();
  const show = {
    printerTypeId: (oid: number) => typeNamed(types.body, oid),
    printWidthMm: (mm: number | null) => (mm === null ? "–" : String(mm)),
    isActive: (is: boolean) => t(is ? msg("Yes") : msg("No")),
  };
  const edit = useEdit<PrinterValues, Printer>({ read, write, names: PRINTER_TEXTS, show }, printer);
  return (
    <Screen
      title={printer.body?.name ?? t(msg("Printer"))}
      above={<a href="#/printers">{t(msg("All printers"))}</a>}
      actions={
        printer.body !== null && (
          <MutationButton
            kind="danger-secondary"
            change={() => deletionOf(printer.body as Printer, printer.tag)}
          >
            {t(msg("Delete…"))}
          </MutationButton>
        )
      }
    >
      <QueryBoundary query={printer}>
        {() => (
          <EditForm
            edit={edit}
            onSaved={() => {
              showSuccess(t(msg("Printer saved.")));
              go("/printers");
            }}
          >
            {edit.fields !== null && <PrinterFields form={edit.fields} types={types.body ?? []} />}
            <p class="muted">
              {t(
                msg(
                  "Waiting labels move to a new address. Labels of templates must be printed or cancelled before the language is changed.",
                ),
              )}
            </p>
          </EditForm>
        )}
      </QueryBoundary>
    </Screen>
  );
}

/** The deletion of an unchanged printer. The number of its waiting labels is asked about again if it has grown since. */
function deletionOf({ oid, name }: Printer, tag: string | null): Change {
  const waiting = () => eventData.printers.peek()?.find((one) => one.oid === oid)?.waiting ?? 0;
  let agreed = waiting();
  const ask = async (now: number) => {
    agreed = now;
    if (!(await confirm(deletionQuestion(name, now)))) throw new NotDone();
  };
  return {
    question: deletionQuestion(name, agreed),
    async send() {
      for (;;) {
        if (waiting() > agreed) await ask(waiting());
        const force = agreed > 0;
        try {
          return await requestAsUser(
            withTag(call("DELETE /api/printingprinters/{id}", { id: oid, force }), tag),
          );
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 409)) throw error;
        }
        await ask(Math.max(waiting(), 1));
      }
    },
    done: t(msg("{name} deleted."), { name }),
    onDone: () => leaveWithoutAsking("/printers"),
  };
}

function deletionQuestion(name: string, waiting: number): Question {
  const lost =
    waiting === 0
      ? t(msg("No labels are waiting for it."))
      : t(msg("{n, plural, one {# waiting label} other {# waiting labels}} will be cancelled."), {
          n: waiting,
        });
  return {
    title: t(msg("Delete {name}?"), { name }),
    text: `${lost} ${t(msg("Its print history is kept."))}`,
    action: t(msg("Delete printer")),
    isDangerous: true,
  };
}

const BEGINNING: PrinterValues = {
  name: "",
  ipAddress: "",
  port: 9100,
  printerTypeId: 3,
  isActive: true,
  dpi: DEFAULT_RESOLUTION,
  printWidthMm: null,
};

/** `#/printers/new` */
export function NewPrinterScreen() {
  const types = usePrinterTypes();
  return (
    <Screen title={t(msg("Add printer"))} above={<a href="#/printers">{t(msg("All printers"))}</a>}>
      <QueryBoundary query={types}>{(all) => <NewPrinter types={all} />}</QueryBoundary>
    </Screen>
  );
}

function NewPrinter({ types }: { readonly types: readonly PrinterTypeName[] }) {
  const form = useForm({
    start: BEGINNING,
    labels: PRINTER_TEXTS,
    keptAs: "new printer",
    save: (body, { create }) => create(call("POST /api/printingprinters", { body })),
    onSaved: (_, { name }) => {
      showSuccess(t(msg("{name} added. Print a test label to check it."), { name }));
      go("/printers");
    },
  });
  return (
    <FormBody form={form}>
      <PrinterFields form={form} types={types} />
      <Problem text={form.problem} />
      <Button kind="primary" type="submit" disabled={form.isBusy}>
        {t(msg("Add"))}
      </Button>
    </FormBody>
  );
}
