import { msg } from "../../../domain/message.ts";
import { SCOPES } from "../../../domain/scopes.ts";
import { call, withTag } from "../../api/call.ts";
import type { ApiKey, CreatedApiKey, ServiceAccount } from "../../api/types/endpoints.d.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useCreation } from "../forms/creation.ts";
import { tagNow } from "../forms/tagged.ts";
import { NewSecret } from "../programs/new-secret.tsx";
import styles from "../programs/programs.module.css";
import { fromCard, ProgramsScreen, sendFromCard } from "../programs/programs-screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { AccountDialog, SCOPE_TEXTS } from "./account-dialog.tsx";

const EVERY_S = 30;
/** Hours for which earlier keys still work beside a new one. */
const OVERLAP_HOURS = 24;

/** Service accounts: the programs that use the API, with their keys. */
export function ServiceAccountsScreen() {
  const query = useLiveQuery(call("GET /api/service-accounts"), {
    follows: ["users"],
    everySeconds: EVERY_S,
  });
  return (
    <ProgramsScreen<ServiceAccount, CreatedApiKey>
      texts={TEXTS}
      icon="lock"
      query={query}
      card={(account, onChange, onSaved) => (
        <AccountCard key={account.oid} account={account} onChange={onChange} onSaved={onSaved} />
      )}
      dialog={(account, onClose, onSaved) => (
        <AccountDialog account={account} onClose={onClose} onSaved={onSaved} />
      )}
      created={({ account, key }, onClose) => (
        <NewSecret title={t(TEXTS.keyOf, { name: account.name })} secret={key} onClose={onClose}>
          {t(TEXTS.once)}
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
  const create = useCreation();
  async function rotate(): Promise<void> {
    const text = t(TEXTS.rotateText, { hours: OVERLAP_HOURS });
    if (!(await confirm({ title: t(TEXTS.rotateTitle, { name }), text, action: t(TEXTS.rotate) }))) return;
    const request = call("POST /api/service-accounts/{id}/keys", {
      id,
      body: { overlapHours: OVERLAP_HOURS },
    });
    await fromCard(() => create(request), onSaved);
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
    await sendFromCard(call("DELETE /api/service-accounts/{id}/keys/{keyId}", { id, keyId: key.id }), () => {
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
    const tag = await tagNow(call("GET /api/service-accounts/{id}", { id }));
    if (!(await confirm(question))) return;
    await sendFromCard(withTag(call("DELETE /api/service-accounts/{id}", { id }), tag), () => {
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
  keyOf: msg("API key of {name}"),
  once: msg("Copy the key into the program now. The server keeps no copy and cannot show it again."),
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
