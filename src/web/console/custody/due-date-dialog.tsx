import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Custody, CustodyDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { problemText } from "../forms/problem.ts";
import { type ShownFields, ShownRecord, useTaggedSave } from "../forms/shown-record.tsx";
import type { Tagged } from "../forms/tagged.ts";

interface DueDateProps {
  readonly custody: Custody;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes the due date of an article that a person has. */
export function DueDateDialog({ custody, ...rest }: DueDateProps) {
  return (
    <ShownRecord read={call("GET /api/custodies/{id}", { id: custody.oid })} onClose={rest.onClose}>
      {(shown) => <DueDateForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface DueDateFormProps extends Omit<DueDateProps, "custody"> {
  readonly shown: Tagged<CustodyDetail>;
}

function DueDateForm({ shown, onClose, onDone }: DueDateFormProps) {
  const { body: custody } = shown;
  const update = useTaggedSave({
    read: call("GET /api/custodies/{id}", { id: custody.oid }),
    shown,
    valuesOf,
    fieldsOf,
  });
  const [dueDate, setDueDate] = useState(custody.dueDate ?? "");
  const { run, isBusy, problem } = useAction(problemText);
  const save = () =>
    run(async () => {
      const body = { dueDate: dueDate === "" ? null : dueDate };
      const saved = await update(call("PUT /api/custodies/{id}", { id: custody.oid, body }), body);
      if (saved !== "kept") onDone();
    });
  return (
    <FormDialog
      title={t(msg("Due date of {name}"), { name: custody.article.name })}
      onClose={onClose}
      actions={
        <Button disabled={isBusy} onClick={save}>
          {t(msg("Save"))}
        </Button>
      }
    >
      <TextField
        label={t(msg("Due date"))}
        hint={t(msg("Leave empty for none."))}
        type="date"
        value={dueDate}
        onValue={setDueDate}
      />
      <Problem text={problem} />
    </FormDialog>
  );
}

type Values = Pick<CustodyDetail, "dueDate">;
const valuesOf = ({ dueDate }: CustodyDetail): Values => ({ dueDate });
const fieldsOf = ({ dueDate }: Values): ShownFields => [[t(msg("Due date")), dueDate ?? ""]];
