import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { PrintFormatDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { ConflictChoice, useEdit } from "../../forms/edit.tsx";
import { Screen } from "../../layout/screen.tsx";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import { typeNamed, usePrinterTypes } from "../printer-types.ts";
import { EditDrawnLabel } from "./edit-drawn-label.tsx";
import { EditActions } from "./label-actions.tsx";
import { LABEL_TEXTS, LabelEditor, type LabelValues, SUBJECTS } from "./label-editor.tsx";

/** `#/printers/labels/:id`: a label in its editor, the designer or that of its template. */
export function EditLabelScreen({ id = "" }: Readonly<Record<string, string>>) {
  const label = useLiveQuery(call("GET /api/printingformats/{id}", { id: Number(id) }), {
    follows: ["formats"],
  });
  if (label.body === null) {
    return (
      <Screen title={t(msg("Label"))} above={<a href="#/printers/labels">{t(msg("All labels"))}</a>}>
        <QueryBoundary query={label}>{() => null}</QueryBoundary>
      </Screen>
    );
  }
  // State of another label is not reused.
  const Editor = label.body.template === null ? EditDrawnLabel : EditTemplate;
  return <Editor key={id} id={Number(id)} label={label} />;
}

interface EditProps {
  readonly id: number;
  readonly label: LiveQuery<PrintFormatDetail>;
}

const valuesOf = ({ name, subject, template, printerTypeId }: PrintFormatDetail): LabelValues => ({
  name,
  subject,
  template: template ?? "",
  printerTypeId: printerTypeId ?? 0,
});

/** A label with a template. */
function EditTemplate({ id, label }: EditProps) {
  const read = call("GET /api/printingformats/{id}", { id });
  const write = (body: Partial<LabelValues>) => call("PUT /api/printingformats/{id}", { id, body });
  const types = usePrinterTypes();
  const edit = useEdit({ read, write, names: LABEL_TEXTS }, label, valuesOf);
  const onSaved = () => showSuccess(t(msg("Label saved.")));
  return (
    <Screen
      title={label.body?.name ?? t(msg("Label"))}
      above={<a href="#/printers/labels">{t(msg("All labels"))}</a>}
      actions={<EditActions id={id} label={label} edit={edit} onSaved={onSaved} />}
    >
      <Problem text={edit.problem} />
      {edit.fields !== null && <LabelEditor form={edit.fields} types={types.body ?? []} />}
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
