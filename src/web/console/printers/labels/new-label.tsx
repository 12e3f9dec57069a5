import { msg } from "../../../../domain/message.ts";
import { createLabelFormat } from "../../../api/console/printing.ts";
import { listPrinters } from "../../../api/printing.ts";
import type { Printer } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { go } from "../../../router/router.ts";
import { Problem } from "../../../ui/use-action.tsx";
import { showSuccess } from "../../dialogs/notes.tsx";
import { useNew } from "../../forms/use-new.ts";
import { Screen } from "../../layout/screen.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { type PrinterTypeName, usePrinterTypes } from "../printer-types.ts";
import { LabelEditor, type LabelValues } from "./label-editor.tsx";
import { PresetChoice } from "./preset-choice.tsx";

/** `#/printers/labels/new`: a label made from a ready-made one. */
export function NewLabelScreen() {
  const types = usePrinterTypes();
  const printers = useLiveQuery(listPrinters(), { follows: ["printRequests"] });
  return (
    <QueryBoundary answer={types}>
      {(all) => (
        <QueryBoundary answer={printers}>
          {(them) => <NewLabel types={all} firstTypeId={firstTypeOf(them)} />}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

/** Most sites have one kind of printers. */
const firstTypeOf = (printers: readonly Printer[]) =>
  (printers.find(({ isActive }) => isActive) ?? printers[0])?.printerTypeId ?? 3;

interface NewProps {
  readonly types: readonly PrinterTypeName[];
  readonly firstTypeId: number;
}

const create = (body: LabelValues) => createLabelFormat({ body });

function NewLabel({ types, firstTypeId }: NewProps) {
  const atFirst: LabelValues = { name: "", printerTypeId: firstTypeId, template: "" };
  const { values, errors, problem, isBusy, set, offer, add } = useNew(create, atFirst);
  const save = async () => {
    const oid = await add();
    if (oid === null) return;
    showSuccess(t(TEXTS.added, { name: values.name }));
    go(`/printers/labels/${oid}`, { replace: true });
  };
  return (
    <Screen
      title={t(TEXTS.title)}
      above={<a href="#/printers/labels">{t(TEXTS.all)}</a>}
      actions={
        <button type="button" disabled={isBusy} onClick={save}>
          {t(TEXTS.save)}
        </button>
      }
    >
      <Problem text={problem} />
      <PresetChoice values={values} types={types} onPreset={offer} />
      <LabelEditor
        values={values}
        types={types}
        errors={errors}
        set={(name, value) => set({ [name]: value })}
      />
    </Screen>
  );
}

const TEXTS = {
  title: msg("New label"),
  all: msg("All labels"),
  save: msg("Save"),
  added: msg("Label {name} added."),
};
