import { msg } from "../../../domain/message.ts";
import { CUSTODY } from "../../../records/custody.ts";
import { labelsOf } from "../../../records/record.ts";
import { call } from "../../api/call.ts";
import type { Custody, CustodyDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog, ShownRecord, type ShownVersion, useForm } from "../forms/form.tsx";

interface DueDateProps {
  readonly custody: Custody;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes the due date of an article that a person has. */
export function DueDateDialog({ custody, ...rest }: DueDateProps) {
  return (
    <ShownRecord read={call("GET /api/custodies/{id}", { id: custody.oid })} onClose={rest.onClose}>
      {(shown) => shown !== null && <DueDateForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface DueDateFormProps extends Omit<DueDateProps, "custody"> {
  readonly shown: ShownVersion<CustodyDetail>;
}

function DueDateForm({ shown, onClose, onDone }: DueDateFormProps) {
  const { oid: id, article } = shown.body;
  const form = useForm({
    start: valuesOf(shown.body),
    labels: { dueDate: labelsOf(CUSTODY).dueDate },
    shown: { ...shown, valuesOf },
    save: (body, { update }) => update(call("PUT /api/custodies/{id}", { id, body })),
    onSaved: onDone,
  });
  return (
    <FormDialog
      form={form}
      title={t(msg("Due date of {name}"), { name: article.name })}
      action={t(msg("Save"))}
      onClose={onClose}
    >
      <TextField {...form.optional("dueDate")} hint={t(msg("Leave empty for none."))} type="date" />
    </FormDialog>
  );
}

const valuesOf = ({ dueDate }: CustodyDetail) => ({ dueDate });
