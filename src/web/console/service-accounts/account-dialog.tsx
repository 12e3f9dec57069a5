import { msg } from "../../../domain/message.ts";
import { SCOPES, type Scope } from "../../../domain/scopes.ts";
import { call } from "../../api/call.ts";
import type { CreatedApiKey, ServiceAccount } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { TextField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { FormDialog, type ShownFields, ShownRecord, type ShownVersion, useForm } from "../forms/form.tsx";
import { Choices } from "../programs/choices.tsx";

interface AccountDialogProps {
  /** The account to change; null: a new one. */
  readonly account: ServiceAccount | null;
  readonly onClose: () => void;
  /** `created`: the first key of a new account. */
  readonly onSaved: (created: CreatedApiKey | null) => void;
}

/** Name and scopes of a service account. */
export function AccountDialog({ account, ...rest }: AccountDialogProps) {
  return (
    <ShownRecord
      read={account && call("GET /api/service-accounts/{id}", { id: account.oid })}
      onClose={rest.onClose}
    >
      {(shown) => <AccountForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface AccountFormProps extends Omit<AccountDialogProps, "account"> {
  readonly shown: ShownVersion<ServiceAccount> | null;
}

function AccountForm({ shown, onClose, onSaved }: AccountFormProps) {
  const form = useForm({
    start: shown === null ? NEW : valuesOf(shown.body),
    labels: NAMES,
    shown: shown && { ...shown, valuesOf, bodyOf, describe },
    save: async (values, { create, update }) => {
      const body = bodyOf(values);
      if (shown === null)
        return create(call("POST /api/service-accounts", { body: { ...body, days: Number(values.days) } }));
      await update(call("PUT /api/service-accounts/{id}", { id: shown.body.oid, body }));
      return null;
    },
    onSaved: (created, { name }) => {
      if (created === null) showSuccess(t(msg("Saved: {name}"), { name }));
      onSaved(created);
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(shown === null ? msg("Add a service account") : msg("Change the service account"))}
      action={t(shown === null ? msg("Create API key") : msg("Save"))}
      isReady={form.values.scopes.length > 0}
      onClose={onClose}
    >
      <TextField
        {...form.field("name")}
        hint={t(
          msg(
            "The program that uses the key, such as the name of the ERP. Changes are recorded under this name.",
          ),
        )}
        isRequired
      />
      <Choices {...form.field("scopes")} texts={SCOPE_TEXTS} choices={SCOPES} />
      {shown === null && <TextField {...form.field("days")} type="number" min={1} max={3650} />}
    </FormDialog>
  );
}

const NAMES = {
  name: msg("Name"),
  scopes: msg("What it may do"),
  days: msg("Days until the key expires"),
};

interface Values extends Pick<ServiceAccount, "name" | "scopes"> {
  /** Of the first key. */
  readonly days: string;
}

const NEW: Values = { name: "", scopes: [], days: "365" };
const valuesOf = ({ name, scopes }: ServiceAccount): Values => ({ ...NEW, name, scopes });
const bodyOf = ({ name, scopes }: Values) => ({ name, scopes: [...scopes] });
const describe = ({ name, scopes }: Values): ShownFields => [
  [t(NAMES.name), name],
  [t(NAMES.scopes), scopes.map((scope) => t(SCOPE_TEXTS[scope])).join(", ")],
];

/** What each scope permits, as a choice. */
export const SCOPE_TEXTS = {
  "articles:read": msg("Read articles"),
  "articles:write": msg("Change articles and stock"),
  "locations:read": msg("Read locations"),
  "locations:write": msg("Change locations"),
  "inventories:read": msg("Read stocktakes and results"),
  "inventories:write": msg("Plan, approve and close stocktakes"),
  "counts:write": msg("Send counts"),
  "requests:read": msg("Read requests"),
  "requests:write": msg("Make and decide requests"),
  "custody:read": msg("Read who has which article"),
  "custody:write": msg("Hand out and take back articles"),
  "labels:read": msg("Read printers and print jobs"),
  "labels:print": msg("Print labels"),
  "exports:read": msg("Export tables"),
  "events:read": msg("Receive events"),
  "history:read": msg("Read the history of changes"),
} as const satisfies Record<Scope, ReturnType<typeof msg>>;
