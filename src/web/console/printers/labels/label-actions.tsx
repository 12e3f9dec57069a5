import type { ComponentChildren } from "preact";
import { msg } from "../../../../domain/message.ts";
import type { PrintFormatDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import type { Edit } from "../../forms/edit.tsx";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import { deleteLabel } from "./delete-label.ts";

interface ActionsProps<T> {
  readonly id: number;
  readonly label: LiveQuery<PrintFormatDetail>;
  readonly edit: Edit<T>;
  readonly onSaved: () => void;
  /** Further actions, between the deletion and the others. */
  readonly children?: ComponentChildren;
}

/** The actions of a label's editor: delete, discard, save. */
export function EditActions<T>({ id, label, edit, onSaved, children }: ActionsProps<T>) {
  const save = async () => {
    if (await edit.save()) onSaved();
  };
  return (
    <>
      <Button kind="danger-secondary" onClick={() => deleteLabel(id, label.body?.name ?? "", label.tag)}>
        {t(msg("Delete…"))}
      </Button>
      {children}
      {edit.isChanged && (
        <Button kind="secondary" onClick={edit.discard}>
          {t(msg("Discard changes"))}
        </Button>
      )}
      <Button disabled={edit.isBusy || !edit.isChanged} onClick={save}>
        {t(msg("Save"))}
      </Button>
    </>
  );
}
