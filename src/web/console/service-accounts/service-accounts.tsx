import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { SCOPES } from "../../../domain/scopes.ts";
import type { ApiRequest } from "../../api/call.ts";
import {
  deleteServiceAccount,
  listServiceAccounts,
  revokeApiKey,
  rotateApiKey,
} from "../../api/console/service-accounts.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { ApiKey, CreatedApiKey, ServiceAccount } from "../../api/types/endpoints.d.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { problemText } from "../forms/problem.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { LinkToUsers } from "../users/user-fields.tsx";
import { AccountDialog, SCOPE_TEXTS } from "./account-dialog.tsx";
import { NewKey } from "./new-key.tsx";
import styles from "./service-accounts.module.css";

const EVERY_S = 30;
/** Hours for which earlier keys still work beside a new one. */
const OVERLAP_HOURS = 24;

/** The open dialog: a new account, an account to change, or a key to show. */
type OpenDialog = { readonly account: ServiceAccount | null } | { readonly created: CreatedApiKey };

/** Service accounts: the programs that use the API, with their keys. */
export function ServiceAccountsScreen() {
  const query = useLiveQuery(listServiceAccounts(), { follows: ["users"], everySeconds: EVERY_S });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const onAdd = () => setDialog({ account: null });
  const onSaved = (created: CreatedApiKey | null) => {
    setDialog(created === null ? null : { created });
    query.refetch();
  };
  return (
    <Screen
      title={t(TEXTS.title)}
      above={<LinkToUsers />}
      actions={<Button onClick={onAdd}>{t(TEXTS.add)}</Button>}
    >
      <QueryBoundary
        query={query}
        empty={
          <EmptyState icon="lock" title={t(TEXTS.none)} text={t(TEXTS.first)}>
            <Button kind="secondary" onClick={onAdd}>
              {t(TEXTS.add)}
            </Button>
          </EmptyState>
        }
      >
        {(accounts) => (
          <div class={styles["accounts"]}>
            {accounts.map((account) => (
              <AccountCard
                key={account.oid}
                account={account}
                onChange={() => setDialog({ account })}
                onSaved={onSaved}
              />
            ))}
          </div>
        )}
      </QueryBoundary>
      {dialog !== null && "account" in dialog && (
        <AccountDialog account={dialog.account} onClose={() => setDialog(null)} onSaved={onSaved} />
      )}
      {dialog !== null && "created" in dialog && (
        <NewKey created={dialog.created} onClose={() => setDialog(null)} />
      )}
    </Screen>
  );
}

interface AccountCardProps {
  readonly account: ServiceAccount;
  readonly onChange: () => void;
  readonly onSaved: (created: CreatedApiKey | null) => void;
}

function AccountCard({ account, onChange, onSaved }: AccountCardProps) {
  const { oid: id, name, scopes, keys, isConfirmed } = account;
  async function send<T>(request: ApiRequest<T>, done: (response: T) => void): Promise<void> {
    try {
      done(await requestAsUser(request));
    } catch (error) {
      showError(problemText(error));
    }
  }
  async function rotate(): Promise<void> {
    const text = t(TEXTS.rotateText, { hours: OVERLAP_HOURS });
    if (!(await confirm({ title: t(TEXTS.rotateTitle, { name }), text, action: t(TEXTS.rotate) }))) return;
    await send(rotateApiKey({ id, body: { overlapHours: OVERLAP_HOURS } }), onSaved);
  }
  async function revoke(key: ApiKey): Promise<void> {
    const title = t(TEXTS.revokeTitle, { key: key.hint });
    const question = {
      title,
      text: t(TEXTS.revokeText, { name }),
      action: t(TEXTS.revoke),
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    await send(revokeApiKey({ id, keyId: key.id }), () => {
      showSuccess(t(TEXTS.revoked, { key: key.hint }));
      onSaved(null);
    });
  }
  async function remove(): Promise<void> {
    const question = {
      title: t(TEXTS.removeTitle, { name }),
      text: t(TEXTS.removeText),
      action: t(TEXTS.remove),
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    await send(deleteServiceAccount({ id }), () => {
      showSuccess(t(TEXTS.removed, { name }));
      onSaved(null);
    });
  }
  return (
    <Card title={name} isArticle>
      {!isConfirmed && (
        <Banner tone="warning">
          {t(TEXTS.unconfirmed)} <a href="#/people/confirm">{t(TEXTS.confirm)}</a>
        </Banner>
      )}
      <p class={styles["badges"]}>
        {SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
          <Badge key={scope}>{t(SCOPE_TEXTS[scope])}</Badge>
        ))}
      </p>
      {keys.length === 0 ? (
        <p>{t(TEXTS.noKey)}</p>
      ) : (
        <DataTable
          caption={t(TEXTS.keysOf, { name })}
          columns={columns(revoke)}
          rows={keys}
          idOf={(key) => key.id}
        />
      )}
      <Toolbar class="below-table">
        <Button kind="secondary" onClick={rotate}>
          {t(TEXTS.rotate)}
        </Button>
        <Button kind="secondary" onClick={onChange}>
          {t(TEXTS.change)}
        </Button>
        <Button kind="danger-secondary" onClick={remove}>
          {t(TEXTS.remove)}
        </Button>
      </Toolbar>
    </Card>
  );
}

function columns(onRevoke: (key: ApiKey) => Promise<void>): readonly Column<ApiKey>[] {
  return [
    { key: "key", title: t(TEXTS.key), cell: ({ hint }) => <code>{hint}…</code> },
    { key: "created", title: t(TEXTS.created), cell: ({ createdDT }) => when(createdDT) },
    {
      key: "used",
      title: t(TEXTS.used),
      cell: ({ lastUsedDT }) => (lastUsedDT === null ? t(TEXTS.never) : when(lastUsedDT)),
    },
    { key: "expires", title: t(TEXTS.expires), cell: ({ expiresAt }) => day(expiresAt) },
    {
      key: "revoke",
      title: t(TEXTS.action),
      cell: (key) => (
        <Button kind="secondary" aria-label={`${t(TEXTS.revoke)} ${key.hint}`} onClick={() => onRevoke(key)}>
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
  change: msg("Change"),
  keysOf: msg("API keys of {name}"),
  noKey: msg("No valid key. Create one to let the program in again."),
  unconfirmed: msg(
    "The data were restored from a backup. The keys work after an administrator has confirmed the account.",
  ),
  confirm: msg("Confirm"),
  key: msg("API key"),
  created: msg("Created"),
  used: msg("Last used"),
  never: msg("never"),
  expires: msg("Valid until"),
  action: msg("Action"),
  rotate: msg("New key"),
  rotateTitle: msg("Create another key for {name}?"),
  rotateText: msg("The earlier keys work for {hours} more hours, so that the program can take the new one."),
  revoke: msg("Revoke", "API key"),
  revokeTitle: msg("Revoke {key}…?"),
  revokeText: msg("It stops working immediately. {name} needs another key."),
  revoked: msg("{key}… revoked."),
  remove: msg("Delete"),
  removeTitle: msg("Delete {name}?"),
  removeText: msg("Its keys stop working immediately. Records that it has changed continue to name it."),
  removed: msg("{name} deleted."),
};
