import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { CreatedWebhook, Webhook } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { NewSecret } from "../programs/new-secret.tsx";
import { ProgramsScreen } from "../programs/programs-screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

const EVERY_S = 10;

/** `#/people/webhooks`: the addresses to which the server sends its events. */
export function WebhooksScreen() {
  const query = useLiveQuery(call("GET /api/webhooks"), { everySeconds: EVERY_S });
  return (
    <ProgramsScreen<Webhook, CreatedWebhook>
      texts={TEXTS}
      icon="send"
      query={query}
      card={(webhook, onChange, onSaved) => (
        <WebhookCard key={webhook.oid} webhook={webhook} onChange={onChange} onSaved={onSaved} />
      )}
      dialog={(webhook, onClose, onSaved) => (
        <WebhookDialog webhook={webhook} onClose={onClose} onSaved={onSaved} />
      )}
      created={({ webhook, secret }, onClose) => (
        <NewSecret title={t(TEXTS.secretOf, { name: webhook.name })} secret={secret} onClose={onClose}>
          {t(TEXTS.once)}
        </NewSecret>
      )}
    />
  );
}

const TEXTS = {
  title: msg("Webhooks"),
  add: msg("Add a webhook"),
  none: msg("No webhooks"),
  first: msg("A webhook tells a program, such as an ERP, what happens here, for example a closed stocktake."),
  secretOf: msg("Secret of {name}"),
  once: msg(
    "Copy the secret into the receiver now: it verifies the signatures by it. It cannot be shown again.",
  ),
};
