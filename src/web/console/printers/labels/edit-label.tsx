import type { ComponentChildren } from "preact";
import { msg } from "../../../../domain/message.ts";
import { call, withTag } from "../../../api/call.ts";
import type { PrintFormatDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { Fields } from "../../../ui/field.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { type Edit, useEdit } from "../../forms/edit.tsx";
import { isSame } from "../../forms/is-same.ts";
import { type Change, MutationButton } from "../../forms/mutation.tsx";
import { leaveWithoutAsking } from "../../forms/unsaved-changes.ts";
import { Screen } from "../../layout/screen.tsx";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import { typeNamed, usePrinterTypes } from "../printer-types.ts";
import type { Drawing } from "./designer/use-designer.ts";
import { type DrawnValues, EMPTY_LAYOUT } from "./drawn-values.ts";
import { LABEL_TEXTS, LabelEditor, type LabelValues, NameAndSubject, SUBJECTS } from "./label-editor.tsx";
import { saveLabelFile } from "./label-file.ts";
import { LazyDesigner } from "./lazy-designer.tsx";

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
  const show = {
    printerTypeId: (oid: number) => typeNamed(types.body, oid),
    subject: subjectText,
    template: (text: string) => <pre class="template-text">{text}</pre>,
  };
  const edit = useEdit({ read, write, names: LABEL_TEXTS, show }, label, valuesOf);
  return (
    <EditScreen id={id} label={label} edit={edit}>
      {edit.fields !== null && <LabelEditor form={edit.fields} types={types.body ?? []} />}
    </EditScreen>
  );
}

const drawnValuesOf = ({ name, subject, layout = EMPTY_LAYOUT }: PrintFormatDetail): DrawnValues => ({
  name,
  subject,
  layout,
});

/** A drawn label in the designer. */
function EditDrawnLabel({ id, label }: EditProps) {
  const read = call("GET /api/printingformats/{id}", { id });
  const write = (body: Partial<DrawnValues>) => call("PUT /api/printingformats/{id}", { id, body });
  const show = { subject: subjectText, layout: layoutText };
  const edit = useEdit({ read, write, names: LABEL_TEXTS, show }, label, drawnValuesOf);
  const { fields, base } = edit;
  // Undo to what is saved is no change.
  const draw = ({ subject, layout }: Drawing) =>
    edit.set({ subject, layout: base !== null && isSame(layout, base.layout) ? base.layout : layout });
  return (
    <EditScreen
      id={id}
      label={label}
      edit={edit}
      more={
        <Button disabled={edit.isChanged} onClick={() => saveLabelFile(id)}>
          {t(msg("Save as file"))}
        </Button>
      }
    >
      {fields !== null && (
        <>
          <Fields>
            <NameAndSubject form={fields} />
          </Fields>
          <LazyDesigner subject={fields.values.subject} layout={fields.values.layout} onDrawing={draw} />
        </>
      )}
    </EditScreen>
  );
}

const subjectText = (subject: LabelValues["subject"]) => t(SUBJECTS[subject === "location" ? 1 : 0].label);
const layoutText = ({ widthMm, heightMm, elements }: DrawnValues["layout"]) =>
  t(msg("{widthMm} × {heightMm} mm, {n, plural, one {# element} other {# elements}}"), {
    widthMm,
    heightMm,
    n: elements.length,
  });

interface EditScreenProps<T> extends EditProps {
  readonly edit: Edit<T>;
  /** Further actions, between the deletion and the others. */
  readonly more?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The screen of a label that is edited, with its actions: delete, discard, save. */
function EditScreen<T>({ id, label, edit, more, children }: EditScreenProps<T>) {
  const save = async () => {
    if (await edit.save()) showSuccess(t(msg("Label saved.")));
  };
  return (
    <Screen
      title={label.body?.name ?? t(msg("Label"))}
      above={<a href="#/printers/labels">{t(msg("All labels"))}</a>}
      actions={
        <>
          <MutationButton
            kind="danger-secondary"
            change={() => deletionOf(id, label.body?.name ?? "", label.tag)}
          >
            {t(msg("Delete…"))}
          </MutationButton>
          {more}
          {edit.isChanged && <Button onClick={edit.discard}>{t(msg("Discard changes"))}</Button>}
          <Button kind="primary" disabled={edit.isBusy || !edit.isChanged} onClick={save}>
            {t(msg("Save"))}
          </Button>
        </>
      }
    >
      <Problem text={edit.problem} />
      {children}
    </Screen>
  );
}

/** The deletion of an unchanged label, which leads to the list. */
const deletionOf = (id: number, name: string, tag: string | null): Change => ({
  question: {
    title: t(msg("Delete label {name}?"), { name }),
    text: t(msg("It can no longer be printed. Labels already in the queue are still printed.")),
    action: t(msg("Delete label")),
    isDangerous: true,
  },
  send: withTag(call("DELETE /api/printingformats/{id}", { id }), tag),
  done: t(msg("Label {name} deleted."), { name }),
  onDone: () => leaveWithoutAsking("/printers/labels"),
});
