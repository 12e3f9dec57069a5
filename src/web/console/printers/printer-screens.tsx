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
import { confirm } from "../../ui/confirm.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { ConflictChoice, EditBar } from "../forms/edit-bar.tsx";
import { problemText } from "../forms/problem.ts";
import { leaveWithoutAsking } from "../forms/unsaved-changes.ts";
import { useEdit } from "../forms/use-edit.ts";
import { useNew } from "../forms/use-new.ts";
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
  const edit = useEdit<PrinterValues, Printer>({ read, write, names: PRINTER_TEXTS }, printer);
  const onSaved = () => {
    showSuccess(t(msg("Printer saved.")));
    go("/printers");
  };
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (await edit.save()) onSaved();
  };
  return (
    <Screen
      title={printer.body?.name ?? t(msg("Printer"))}
      above={<a href="#/printers">{t(msg("All printers"))}</a>}
      actions={
        printer.body !== null && (
          <Button kind="danger-secondary" onClick={() => deletePrinter(printer.body as Printer, printer.tag)}>
            {t(msg("Delete…"))}
          </Button>
        )
      }
    >
      <QueryBoundary query={printer}>
        {(body) => (
          <form onSubmit={onSubmit} noValidate>
            <PrinterFields
              values={edit.values ?? body}
              types={types.body ?? []}
              errors={edit.errors}
              set={edit.set}
            />
            <p class="muted">
              {t(
                msg(
                  "Waiting labels move to a new address. Their content stays the same, even if the language changes.",
                ),
              )}
            </p>
            <EditBar edit={edit} />
          </form>
        )}
      </QueryBoundary>
      <ConflictChoice
        edit={edit}
        onSaved={onSaved}
        show={{
          printerTypeId: (oid) => typeNamed(types.body, oid),
          printWidthMm: (mm) => (mm === null ? "–" : String(mm)),
          isActive: (is) => t(is ? msg("Yes") : msg("No")),
        }}
      />
    </Screen>
  );
}

/**
 * Deletes an unchanged printer after a confirmation with the number of its waiting labels. Asks again if the number
 * has grown.
 */
async function deletePrinter({ oid, name }: Printer, tag: string | null): Promise<void> {
  let least = 0;
  for (;;) {
    const summary = eventData.printers.peek()?.find((one) => one.oid === oid);
    const waiting = Math.max(summary?.waiting ?? 0, least);
    const lost =
      waiting === 0
        ? t(msg("No labels are waiting for it."))
        : t(msg("{n, plural, one {# waiting label} other {# waiting labels}} will be cancelled."), {
            n: waiting,
          });
    const isSure = await confirm({
      title: t(msg("Delete {name}?"), { name }),
      text: `${lost} ${t(msg("Its print history is kept."))}`,
      action: t(msg("Delete printer")),
      isDangerous: true,
    });
    if (!isSure) return;
    const outcome = await send(oid, tag, waiting > 0);
    if (outcome === "done") {
      showSuccess(t(msg("{name} deleted."), { name }));
      leaveWithoutAsking("/printers");
    }
    if (outcome !== "waiting") return;
    least = 1;
  }
}

/** `waiting`: the number has grown since the confirmation. */
async function send(
  oid: number,
  tag: string | null,
  force: boolean,
): Promise<"done" | "waiting" | "refused"> {
  try {
    await requestAsUser(withTag(call("DELETE /api/printingprinters/{id}", { id: oid, force }), tag));
    return "done";
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return "waiting";
    showError(problemText(error));
    return "refused";
  }
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

const create = (body: PrinterValues) => call("POST /api/printingprinters", { body });

function NewPrinter({ types }: { readonly types: readonly PrinterTypeName[] }) {
  const { values, errors, problem, isBusy, set, add } = useNew(create, BEGINNING, PRINTER_TEXTS);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if ((await add()) === null) return;
    showSuccess(t(msg("{name} added. Print a test label to check it."), { name: values.name }));
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
      <Button type="submit" disabled={isBusy}>
        {t(msg("Add"))}
      </Button>
    </form>
  );
}
