import { msg } from "../../../../domain/message.ts";
import { deleteLabelFormat, getLabelFormat, updateLabelFormat } from "../../../api/console/printing.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { PrintFormat } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { confirm } from "../../../ui/confirm.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { ConflictChoice } from "../../forms/edit-bar.tsx";
import { problemText } from "../../forms/problem.ts";
import { leaveWithoutAsking } from "../../forms/unsaved-changes.ts";
import { useEdit } from "../../forms/use-edit.ts";
import { Screen } from "../../layout/screen.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { typeNamed, usePrinterTypes } from "../printer-types.ts";
import { LABEL_TEXTS, LabelEditor, type LabelValues } from "./label-editor.tsx";

/** `#/printers/labels/:id` */
export function EditLabelScreen({ id = "" }: Readonly<Record<string, string>>) {
  // State of another label is not reused.
  return <EditLabel key={id} id={id} />;
}

function EditLabel({ id }: { readonly id: string }) {
  const read = getLabelFormat({ id: Number(id) });
  const write = (body: Partial<LabelValues>) => updateLabelFormat({ id: Number(id), body });
  const label = useLiveQuery(read, { follows: ["formats"] });
  const types = usePrinterTypes();
  const edit = useEdit<LabelValues, PrintFormat>({ read, write, names: LABEL_TEXTS }, label);
  const onSaved = () => showSuccess(t(TEXTS.saved));
  const save = async () => {
    if (await edit.save()) onSaved();
  };
  return (
    <Screen
      title={label.body?.name ?? t(TEXTS.label)}
      above={<a href="#/printers/labels">{t(TEXTS.all)}</a>}
      actions={
        label.body !== null && (
          <>
            <Button
              kind="danger-secondary"
              onClick={() => remove(Number(id), label.body?.name ?? "", label.tag)}
            >
              {t(TEXTS.delete)}
            </Button>
            {edit.isChanged && (
              <Button kind="secondary" onClick={edit.discard}>
                {t(TEXTS.discard)}
              </Button>
            )}
            <Button disabled={edit.isBusy || !edit.isChanged} onClick={save}>
              {t(TEXTS.save)}
            </Button>
          </>
        )
      }
    >
      <Problem text={edit.problem} />
      <QueryBoundary query={label}>
        {(body) => (
          <LabelEditor
            values={edit.values ?? body}
            types={types.body ?? []}
            errors={edit.errors}
            set={edit.set}
          />
        )}
      </QueryBoundary>
      <ConflictChoice
        edit={edit}
        onSaved={onSaved}
        show={{
          printerTypeId: (oid) => typeNamed(types.body, oid),
          template: (text) => <pre class="template-text">{text}</pre>,
        }}
      />
    </Screen>
  );
}

async function remove(id: number, name: string, tag: string | null): Promise<void> {
  const isSure = await confirm({
    title: t(TEXTS.removeTitle, { name }),
    text: t(TEXTS.removeText),
    action: t(TEXTS.removeDeed),
    isDangerous: true,
  });
  if (!isSure) return;
  try {
    const headers = { ...(tag !== null && { "If-Match": tag }) };
    await requestAsUser(deleteLabelFormat({ id }), { headers });
    showSuccess(t(TEXTS.removed, { name }));
    leaveWithoutAsking("/printers/labels");
  } catch (error) {
    showError(problemText(error));
  }
}

const TEXTS = {
  label: msg("Label"),
  all: msg("All labels"),
  save: msg("Save"),
  saved: msg("Label saved."),
  discard: msg("Discard changes"),
  delete: msg("Delete…"),
  removeTitle: msg("Delete label {name}?"),
  removeText: msg("It can no longer be printed. Labels already in the queue are still printed."),
  removeDeed: msg("Delete label"),
  removed: msg("Label {name} deleted."),
};
