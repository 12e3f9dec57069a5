import { msg } from "../../../domain/message.ts";
import { SCOPES, type Scope } from "../../../domain/scopes.ts";
import { call, withTag } from "../../api/call.ts";
import type { ApiKey, CreatedApiKey, ServiceAccount } from "../../api/types/endpoints.d.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { FormDialog, type ShownFields, useForm } from "../forms/form.tsx";
import { type Change, useMutation } from "../forms/mutation.tsx";
import styles from "../programs/programs.module.css";
import { Choices, NewSecret, type ProgramFormProps, ProgramsScreen } from "../programs/programs-screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** Hours for which earlier keys still work beside a new one. */
const OVERLAP_HOURS = 24;
const DAY_MS = 86_400_000;

/** Service accounts: the programs that use the API, with their keys. */
export function ServiceAccountsScreen() {
  const query = useLiveQuery(call("GET /api/service-accounts"), {
    follows: ["users"],
    everySeconds: 30,
  });
  return (
    <ProgramsScreen<ServiceAccount, CreatedApiKey>
      texts={TEXTS}
      icon="lock"
      query={query}
      card={(account, onChange, onSaved) => (
        <AccountCard key={account.oid} account={account} onChange={onChange} onSaved={onSaved} />
      )}
      read={({ oid }) => call("GET /api/service-accounts/{id}", { id: oid })}
      form={AccountForm}
      created={({ account, key }, onClose) => (
        <NewSecret title={t(msg("API key of {name}"), { name: account.name })} secret={key} onClose={onClose}>
          {t(msg("Copy the key into the program now. The server keeps no copy and cannot show it again."))}
        </NewSecret>
      )}
    />
  );
}

interface AccountCardProps {
  readonly account: ServiceAccount;
  readonly onChange: () => void;
  readonly onSaved: (created: CreatedApiKey | null) => void;
}

function AccountCard({ account, onChange, onSaved }: AccountCardProps) {
  const { oid: id, name, scopes, keys, isConfirmed } = account;
  const { run } = useMutation();
  const rotation: Change<CreatedApiKey> = {
    question: {
      title: t(msg("Create another key for {name}?"), { name }),
      text: t(
        msg("The earlier keys work for {hours} more hours, so that the program can take the new one."),
        { hours: OVERLAP_HOURS },
      ),
      action: t(TEXTS.rotate),
    },
    send: ({ create }) => {
      const body = { overlapHours: OVERLAP_HOURS, days: daysOf(keys) };
      return create(call("POST /api/service-accounts/{id}/keys", { id, body }));
    },
    onDone: onSaved,
  };
  const revocation = (key: ApiKey): Change => ({
    question: {
      title: t(msg("Revoke {key}…?"), { key: key.hint }),
      text: t(msg("It stops working immediately. {name} needs another key."), { name }),
      action: t(TEXTS.revoke),
      isDangerous: true,
    },
    send: call("DELETE /api/service-accounts/{id}/keys/{keyId}", { id, keyId: key.id }),
    done: t(msg("{key}… revoked."), { key: key.hint }),
    onDone: () => onSaved(null),
  });
  const removal: Change = {
    record: call("GET /api/service-accounts/{id}", { id }),
    question: {
      title: t(msg("Delete {name}?"), { name }),
      text: t(msg("Its keys stop working immediately. Records that it has changed continue to name it.")),
      action: t(TEXTS.remove),
      isDangerous: true,
    },
    send: ({ tag }) => withTag(call("DELETE /api/service-accounts/{id}", { id }), tag),
    done: t(msg("{name} deleted."), { name }),
    onDone: () => onSaved(null),
  };
  return (
    <Card title={name} isArticle>
      {!isConfirmed && (
        <Banner tone="warning">
          {t(
            msg(
              "The data were restored from a backup. The keys work after an administrator has confirmed the account.",
            ),
          )}{" "}
          <a href="#/people/confirm">{t(msg("Confirm"))}</a>
        </Banner>
      )}
      <p class={styles["badges"]}>
        {SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
          <Badge key={scope}>{t(SCOPE_TEXTS[scope])}</Badge>
        ))}
      </p>
      {keys.length === 0 ? (
        <p>{t(msg("No valid key. Create one to let the program in again."))}</p>
      ) : (
        <DataTable
          caption={t(msg("API keys of {name}"), { name })}
          columns={columns((key) => run(revocation(key)))}
          rows={keys}
          idOf={(key) => key.id}
        />
      )}
      <Toolbar class="below-table">
        <Button onClick={() => run(rotation)}>{t(TEXTS.rotate)}</Button>
        <Button onClick={onChange}>{t(msg("Change"))}</Button>
        <Button kind="danger-secondary" onClick={() => run(removal)}>
          {t(TEXTS.remove)}
        </Button>
      </Toolbar>
    </Card>
  );
}

/** The days that the newest key is valid for, which the next one gets too. A key that another one has replaced ends at an odd time. */
function daysOf([newest]: readonly ApiKey[]): number {
  const ms = newest === undefined ? 0 : Date.parse(newest.expiresAt) - Date.parse(newest.createdDT);
  return ms > 0 && ms % DAY_MS === 0 ? ms / DAY_MS : Number(NEW.days);
}

function columns(onRevoke: (key: ApiKey) => Promise<boolean>): readonly Column<ApiKey>[] {
  return [
    { title: t(msg("API key")), cell: ({ hint }) => <code>{hint}…</code> },
    { title: t(msg("Created")), cell: ({ createdDT }) => when(createdDT) },
    {
      title: t(msg("Last used")),
      cell: ({ lastUsedDT }) => (lastUsedDT === null ? t(msg("never")) : when(lastUsedDT)),
    },
    { title: t(msg("Valid until")), cell: ({ expiresAt }) => day(expiresAt) },
    {
      title: t(msg("Action")),
      cell: (key) => (
        <Button aria-label={`${t(TEXTS.revoke)} ${key.hint}`} onClick={() => onRevoke(key)}>
          {t(TEXTS.revoke)}
        </Button>
      ),
    },
  ];
}

const TEXTS = {
  title: msg("Service accounts"),
  add: msg("Add a service account"),
  none: msg("No service accounts"),
  first: msg("A service account lets a program, such as an ERP, use the API with a key of its own."),
  rotate: msg("New key"),
  revoke: msg("Revoke", "API key"),
  remove: msg("Delete"),
};

/** Name and scopes of a service account. */
function AccountForm({ shown, onClose, onSaved }: ProgramFormProps<ServiceAccount, CreatedApiKey>) {
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
      <Choices {...form.field("scopes")} texts={SCOPE_TEXTS} all={SCOPES} />
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
const SCOPE_TEXTS = {
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
