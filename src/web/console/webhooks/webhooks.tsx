import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { listWebhooks } from "../../api/console/webhooks.ts";
import type { CreatedWebhook, Webhook } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { LinkToUsers } from "../users/user-fields.tsx";
import { NewSecret } from "./new-secret.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import styles from "./webhooks.module.css";

const EVERY_S = 10;

/** The open dialog: a new webhook, one to change, or a secret to show. */
type OpenDialog = { readonly webhook: Webhook | null } | { readonly created: CreatedWebhook };

/** `#/people/webhooks`: the addresses to which the server sends its events. */
export function WebhooksScreen() {
  const query = useLiveQuery(listWebhooks(), { everySeconds: EVERY_S });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const onAdd = () => setDialog({ webhook: null });
  const onSaved = (created: CreatedWebhook | null) => {
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
          <EmptyState icon="send" title={t(TEXTS.none)} text={t(TEXTS.first)}>
            <Button kind="secondary" onClick={onAdd}>
              {t(TEXTS.add)}
            </Button>
          </EmptyState>
        }
      >
        {(webhooks) => (
          <div class={styles["webhooks"]}>
            {webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.oid}
                webhook={webhook}
                onChange={() => setDialog({ webhook })}
                onSaved={onSaved}
              />
            ))}
          </div>
        )}
      </QueryBoundary>
      {dialog !== null && "webhook" in dialog && (
        <WebhookDialog webhook={dialog.webhook} onClose={() => setDialog(null)} onSaved={onSaved} />
      )}
      {dialog !== null && "created" in dialog && (
        <NewSecret created={dialog.created} onClose={() => setDialog(null)} />
      )}
    </Screen>
  );
}

const TEXTS = {
  title: msg("Webhooks"),
  add: msg("Add a webhook"),
  none: msg("No webhooks"),
  first: msg("A webhook tells a program, such as an ERP, what happens here, for example a closed stocktake."),
};
