import { msg } from "../../../../domain/message.ts";
import type { ApiRequest, Query } from "../../../api/call.ts";
import { getLabelFormat, updateLabelFormat } from "../../../api/console/printing.ts";
import type { PrintFormat } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { ConflictChoice } from "../../forms/edit-bar.tsx";
import { useEdit } from "../../forms/use-edit.ts";
import { Screen } from "../../layout/screen.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { typeNamed, usePrinterTypes } from "../printer-types.ts";
import { deleteLabel } from "./delete-label.ts";
import { LABEL_TEXTS, LabelEditor, type LabelValues, SUBJECTS } from "./label-editor.tsx";

type TemplateFormat = LabelValues & Pick<PrintFormat, "oid">;

/** `#/printers/labels/:id` */
export function EditLabelScreen({ id = "" }: Readonly<Record<string, string>>) {
  // State of another label is not reused.
  return <EditLabel key={id} id={id} />;
}

function EditLabel({ id }: { readonly id: string }) {
  // A drawn label is not edited on this screen.
  const read = getLabelFormat({ id: Number(id) }) as Query<TemplateFormat>;
  const write = (body: Partial<LabelValues>) =>
    updateLabelFormat({ id: Number(id), body }) as ApiRequest<TemplateFormat, "PUT">;
  const label = useLiveQuery(read, { follows: ["formats"] });
  const types = usePrinterTypes();
  const edit = useEdit<LabelValues, TemplateFormat>({ read, write, names: LABEL_TEXTS }, label);
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
              onClick={() => deleteLabel(Number(id), label.body?.name ?? "", label.tag)}
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
          subject: (subject) => t(SUBJECTS[subject === "location" ? 1 : 0].label),
          template: (text) => <pre class="template-text">{text}</pre>,
        }}
      />
    </Screen>
  );
}

const TEXTS = {
  label: msg("Label"),
  all: msg("All labels"),
  save: msg("Save"),
  saved: msg("Label saved."),
  discard: msg("Discard changes"),
  delete: msg("Delete…"),
};
