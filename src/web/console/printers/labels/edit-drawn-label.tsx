import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { PrintFormatDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { Fields } from "../../../ui/field.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { ConflictChoice, useEdit } from "../../forms/edit.tsx";
import { isSame } from "../../forms/is-same.ts";
import { Screen } from "../../layout/screen.tsx";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import type { Drawing } from "./designer/use-designer.ts";
import { DRAWN_TEXTS, type DrawnValues, EMPTY_LAYOUT } from "./drawn-values.ts";
import { EditActions } from "./label-actions.tsx";
import { NameAndSubject, SUBJECTS } from "./label-editor.tsx";
import { saveLabelFile } from "./label-file.ts";
import { LazyDesigner } from "./lazy-designer.tsx";

interface EditProps {
  readonly id: number;
  readonly label: LiveQuery<PrintFormatDetail>;
}

const valuesOf = ({ name, subject, layout = EMPTY_LAYOUT }: PrintFormatDetail): DrawnValues => ({
  name,
  subject,
  layout,
});

/** A drawn label in the designer. */
export function EditDrawnLabel({ id, label }: EditProps) {
  const read = call("GET /api/printingformats/{id}", { id });
  const write = (body: Partial<DrawnValues>) => call("PUT /api/printingformats/{id}", { id, body });
  const edit = useEdit({ read, write, names: DRAWN_TEXTS }, label, valuesOf);
  const { fields, base } = edit;
  const onSaved = () => showSuccess(t(msg("Label saved.")));
  // Undo to what is saved is no change.
  const draw = ({ subject, layout }: Drawing) =>
    edit.set({ subject, layout: base !== null && isSame(layout, base.layout) ? base.layout : layout });
  return (
    <Screen
      title={label.body?.name ?? t(msg("Label"))}
      above={<a href="#/printers/labels">{t(msg("All labels"))}</a>}
      actions={
        <EditActions id={id} label={label} edit={edit} onSaved={onSaved}>
          <Button kind="secondary" disabled={edit.isChanged} onClick={() => saveLabelFile(id)}>
            {t(msg("Save as file"))}
          </Button>
        </EditActions>
      }
    >
      <Problem text={edit.problem} />
      {fields !== null && (
        <>
          <Fields>
            <NameAndSubject form={fields} />
          </Fields>
          <LazyDesigner subject={fields.values.subject} layout={fields.values.layout} onDrawing={draw} />
        </>
      )}
      <ConflictChoice
        edit={edit}
        onSaved={onSaved}
        show={{
          subject: (subject) => t(SUBJECTS[subject === "location" ? 1 : 0].label),
          layout: ({ widthMm, heightMm, elements }) =>
            t(msg("{widthMm} × {heightMm} mm, {n, plural, one {# element} other {# elements}}"), {
              widthMm,
              heightMm,
              n: elements.length,
            }),
        }}
      />
    </Screen>
  );
}
