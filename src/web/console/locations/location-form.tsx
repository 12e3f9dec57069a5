import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import type { LocationDetail } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { Fields, TextField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { ConflictChoice, EditBar } from "../forms/edit-bar.tsx";
import { useEdit } from "../forms/use-edit.ts";
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
  const { values, errors } = edit;
  if (values === null) return null;
  if (!may("manage")) return <p>{t(msg("Code: {code}"), { code: values.code ?? t(msg("none")) })}</p>;
  const saved = () => {
    showSuccess(t(msg("Saved.")));
    refetch();
  };
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (await edit.save()) saved();
  };
  return (
    <form onSubmit={onSubmit}>
      <Fields>
        <TextField
          label={t(NAMES.name)}
          value={values.name}
          problem={errors["name"]}
          onValue={(name) => edit.set("name", name)}
          maxLength={MAX_TEXT_LENGTH}
        />
        <TextField
          label={t(NAMES.code)}
          value={values.code ?? ""}
          problem={errors["code"]}
          onValue={(code) => edit.set("code", code === "" ? null : code)}
          maxLength={MAX_TEXT_LENGTH}
        />
      </Fields>
      <EditBar edit={edit} />
      <ConflictChoice
        edit={edit}
        show={{ parentLocation: (parent) => parent?.name ?? t(msg("top level")) }}
        onSaved={saved}
      />
    </form>
  );
}

const NAMES = {
  name: msg("Name"),
  code: msg("Code on its label"),
  parentLocation: msg("Parent location"),
};
