import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, withoutTag, withTag } from "../../api/call.ts";
import type { CreatedWebhook, Webhook, WebhookTest } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useCreation } from "../forms/creation.ts";
import { tagNow } from "../forms/tagged.ts";
import programs from "../programs/programs.module.css";
import { fromCard, sendFromCard } from "../programs/programs-screen.tsx";
import { attemptText, EVENT_TEXTS, needsAttention, PAUSE_TEXTS } from "./webhook-texts.ts";
import styles from "./webhooks.module.css";

/** Hours for which the earlier secret still signs beside a new one. */
const OVERLAP_HOURS = 24;

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly onChange: () => void;
  /** `created`: the webhook has another secret. */
  readonly onSaved: (created: CreatedWebhook | null) => void;
}

/** One webhook with its figures and actions. */
export function WebhookCard({ webhook, onChange, onSaved }: WebhookCardProps) {
  const { oid: id, name, url, types, isActive, pause } = webhook;
  const create = useCreation();
  const [test, setTest] = useState<WebhookTest | "running" | null>(null);
  async function runTest(): Promise<void> {
    setTest("running");
    if (!(await sendFromCard(call("POST /api/webhooks/{id}/test", { id }), setTest))) setTest(null);
  }
  async function rotate(): Promise<void> {
    const text = t(
      msg("Events are signed by both for {hours} more hours, so that the receiver can take the new one."),
      { hours: OVERLAP_HOURS },
    );
    if (
      !(await confirm({
        title: t(msg("Create another secret for {name}?"), { name }),
        text,
        action: t(msg("New secret")),
      }))
    )
      return;
    const request = call("POST /api/webhooks/{id}/secret", { id, body: { overlapHours: OVERLAP_HOURS } });
    await fromCard(() => create(request), onSaved);
  }
  async function remove(): Promise<void> {
    const question = {
      title: t(msg("Delete {name}?"), { name }),
      text: t(msg("Events that were not delivered yet are lost for the receiver.")),
      action: t(msg("Delete")),
      isDangerous: true,
    };
    const tag = await tagNow(call("GET /api/webhooks/{id}", { id }));
    if (!(await confirm(question))) return;
    await sendFromCard(withTag(call("DELETE /api/webhooks/{id}", { id }), tag), () => {
      showSuccess(t(msg("{name} deleted."), { name }));
      onSaved(null);
    });
  }
  const setActive = () =>
    sendFromCard(
      withoutTag(call("PUT /api/webhooks/{id}", { id, body: { isActive: !isActive } }), "isActive"),
      () => onSaved(null),
    );
  return (
    <Card title={name} isArticle>
      {pause === "user" && <p class="muted">{t(PAUSE_TEXTS.user)}</p>}
      {pause !== null && pause !== "user" && <Banner tone="warning">{t(PAUSE_TEXTS[pause])}</Banner>}
      <p class={programs["badges"]}>
        <WebhookState webhook={webhook} />
        {types === null && <Badge>{t(msg("All events"))}</Badge>}
        {(types ?? []).map((type) => (
          <Badge key={type}>{t(EVENT_TEXTS[type])}</Badge>
        ))}
      </p>
      {webhook.missedDT !== null && (
        <Banner tone="warning">
          {t(
            msg(
              "{count, plural, one {# event was} other {# events were}} removed before the delivery, the newest of {time}.",
            ),
            { count: webhook.missed, time: when(webhook.missedDT) },
          )}
        </Banner>
      )}
      <Facts class={`facts ${styles["figures"]}`} facts={factsOf(webhook, url)} />
      {test !== null && test !== "running" && (
        <Banner tone={test.error === null ? "success" : "danger"}>
          {t(
            test.error === null
              ? msg("The receiver has accepted the test event:")
              : msg("The test event was not delivered."),
          )}{" "}
          {attemptText(test)}
        </Banner>
      )}
      <Toolbar class="below-table">
        <ButtonLink kind="secondary" href={`#/people/webhooks/${id}`}>
          {t(msg("Deliveries"))}
        </ButtonLink>
        <Button kind="secondary" onClick={runTest} disabled={test === "running"}>
          {t(msg("Test", "webhook"))}
        </Button>
        <Button kind="secondary" onClick={setActive}>
          {t(isActive ? msg("Pause") : msg("Resume"))}
        </Button>
        <Button kind="secondary" onClick={onChange}>
          {t(msg("Change"))}
        </Button>
        <Button kind="secondary" onClick={rotate}>
          {t(msg("New secret"))}
        </Button>
        <Button kind="danger-secondary" onClick={remove}>
          {t(msg("Delete"))}
        </Button>
      </Toolbar>
    </Card>
  );
}

/** Whether a webhook works. */
function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  if (!webhook.isActive) return <Badge tone="muted">{t(msg("Paused", "webhook"))}</Badge>;
  if (needsAttention(webhook, Date.now()))
    return (
      <Badge tone="danger" icon="warning">
        {t(msg("Not delivered"))}
      </Badge>
    );
  if (webhook.failingSince !== null) return <Badge tone="warning">{t(msg("Not delivered"))}</Badge>;
  return <Badge tone="success">{t(msg("Active", "webhook"))}</Badge>;
}

function factsOf(
  { waiting, failed, failingSince, lastSentDT, earlierSecretUntil }: Webhook,
  url: string,
): readonly (readonly [string, string | null])[] {
  return [
    [t(msg("Address")), url],
    [t(msg("Waiting", "deliveries")), String(waiting)],
    [t(msg("Failed", "deliveries")), String(failed)],
    [t(msg("Last delivery")), lastSentDT === null ? t(msg("never")) : when(lastSentDT)],
    [t(msg("Not delivered since")), failingSince === null ? null : when(failingSince)],
    [t(msg("Earlier secret valid until")), earlierSecretUntil === null ? null : when(earlierSecretUntil)],
  ];
}
