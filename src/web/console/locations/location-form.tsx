import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import type { LocationDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { Fields, TextField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { EditForm, useEdit } from "../forms/edit.tsx";
import type { LiveQuery } from "../realtime/use-live-query.ts";

interface FormProps {
  readonly oid: number;
  readonly query: LiveQuery<LocationDetail>;
  /** Loads the tree again. */
  readonly refetch: () => void;
}

/** Name and code of a location; read-only for users who may not change them. */
export function LocationForm({ oid, query, refetch }: FormProps) {
  const write = ({ name, code }: Partial<LocationDetail>) =>
    call("PUT /api/locations/{id}", { id: oid, body: { name, code } });
  const edit = useEdit<LocationDetail>(
    { read: call("GET /api/locations/{id}", { id: oid }), write, names: NAMES },
    query,
  );
  const { fields } = edit;
  if (fields === null) return null;
  if (!may("manage")) return <p>{t(msg("Code: {code}"), { code: fields.values.code ?? t(msg("none")) })}</p>;
  const onSaved = () => {
    showSuccess(t(msg("Saved.")));
    refetch();
  };
  return (
    <EditForm
      edit={edit}
      show={{ parentLocation: (parent) => parent?.name ?? t(msg("top level")) }}
      onSaved={onSaved}
    >
      <Fields>
        <TextField {...fields.field("name")} maxLength={MAX_TEXT_LENGTH} />
        <TextField {...fields.optional("code")} maxLength={MAX_TEXT_LENGTH} />
      </Fields>
    </EditForm>
  );
}

const NAMES = {
  name: msg("Name"),
  code: msg("Code on its label"),
  parentLocation: msg("Parent location"),
};
