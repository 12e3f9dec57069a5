import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { SCOPES, type Scope } from "../../../domain/scopes.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import type { CreatedApiKey, ServiceAccount } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { errorText, Problem, useAction } from "../../ui/use-action.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { problemText } from "../forms/problem.ts";
import { type ShownFields, ShownRecord, useTaggedSave } from "../forms/shown-record.tsx";
import type { Tagged } from "../forms/tagged.ts";
import { useCreation } from "../forms/use-creation.ts";
import { byPath } from "../forms/use-edit.ts";
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
  if (account === null) return <AccountForm shown={null} {...rest} />;
  return (
    <ShownRecord read={call("GET /api/service-accounts/{id}", { id: account.oid })} onClose={rest.onClose}>
      {(shown) => <AccountForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface AccountFormProps extends Omit<AccountDialogProps, "account"> {
  readonly shown: Tagged<ServiceAccount> | null;
}

function AccountForm({ shown, onClose, onSaved }: AccountFormProps) {
  const account = shown?.body ?? null;
  const [name, setName] = useState(account?.name ?? "");
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(account?.scopes ?? []));
  const [days, setDays] = useState("365");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { run, isBusy, problem } = useAction(problemOf);
  const create = useCreation();
  const update = useTaggedSave(
    shown && {
      read: call("GET /api/service-accounts/{id}", { id: shown.body.oid }),
      shown,
      valuesOf,
      fieldsOf,
    },
  );

  const save = () =>
    run(async () => {
      setErrors({});
      const body = { name, scopes: SCOPES.filter((scope) => scopes.has(scope)) };
      try {
        if (account === null)
          return onSaved(
            await create(call("POST /api/service-accounts", { body: { ...body, days: Number(days) } })),
          );
        if (
          (await update(call("PUT /api/service-accounts/{id}", { id: account.oid, body }), body)) === "kept"
        )
          return;
      } catch (error) {
        if (error instanceof ApiError) setErrors(byPath(error.errors));
        throw error;
      }
      showSuccess(t(msg("Saved: {name}"), { name }));
      onSaved(null);
    });

  return (
    <FormDialog
      title={t(account === null ? msg("Add a service account") : msg("Change the service account"))}
      onClose={onClose}
      actions={
        <Button type="submit" form="service-account" disabled={isBusy || scopes.size === 0}>
          {t(account === null ? msg("Create API key") : msg("Save"))}
        </Button>
      }
    >
      <form
        id="service-account"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={t(NAMES.name)}
          hint={t(
            msg(
              "The program that uses the key, such as the name of the ERP. Changes are recorded under this name.",
            ),
          )}
          value={name}
          onValue={setName}
          problem={errors["name"]}
          isRequired
        />
        <Choices
          legend={t(NAMES.scopes)}
          texts={SCOPE_TEXTS}
          choices={SCOPES}
          chosen={scopes}
          onChoose={setScopes}
        />
        {account === null && (
          <TextField
            label={t(NAMES.days)}
            type="number"
            min={1}
            max={3650}
            value={days}
            onValue={setDays}
            problem={errors["days"]}
          />
        )}
        <Problem text={problem} />
      </form>
    </FormDialog>
  );
}

const NAMES = {
  name: msg("Name"),
  scopes: msg("What it may do"),
  days: msg("Days until the key expires"),
};

type Values = Pick<ServiceAccount, "name" | "scopes">;
const valuesOf = ({ name, scopes }: ServiceAccount): Values => ({ name, scopes });
const fieldsOf = ({ name, scopes }: Values): ShownFields => [
  [t(NAMES.name), name],
  [t(NAMES.scopes), scopes.map((scope) => t(SCOPE_TEXTS[scope])).join(", ")],
];

const problemOf = (error: unknown) =>
  error instanceof ApiError ? problemText(error, NAMES) : errorText(error);

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
