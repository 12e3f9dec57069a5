import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { updateCustody } from "../../api/console/custodies.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { Custody } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { problemText } from "../forms/problem.ts";

interface DueDateProps {
  readonly custody: Custody;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes the due date of an article that a person has. */
export function DueDateDialog({ custody, onClose, onDone }: DueDateProps) {
  const [dueDate, setDueDate] = useState(custody.dueDate ?? "");
  const { run, isBusy, problem } = useAction(problemText);
  const save = () =>
    run(async () => {
      const body = { dueDate: dueDate === "" ? null : dueDate };
      await requestAsUser(updateCustody({ id: custody.oid, body }));
      onDone();
    });
  return (
    <Dialog
      title={t(TEXTS.title, { name: custody.article.name })}
      onClose={onClose}
      actions={
        <Button disabled={isBusy} onClick={save}>
          {t(TEXTS.save)}
        </Button>
      }
    >
      <TextField
        label={t(TEXTS.dueDate)}
        hint={t(TEXTS.hint)}
        type="date"
        value={dueDate}
        onValue={setDueDate}
      />
      <Problem text={problem} />
    </Dialog>
  );
}

const TEXTS = {
  title: msg("Due date of {name}"),
  dueDate: msg("Due date"),
  hint: msg("Leave empty for none."),
  save: msg("Save"),
};
