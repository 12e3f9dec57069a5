import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { OUTGOING_EVENT_TYPES, type OutgoingEventType } from "../../../domain/outgoing-event-types.ts";
import { labelsOf } from "../../../records/record.ts";
import { WEBHOOK } from "../../../records/webhook.ts";
import { call, withoutTag, withTag } from "../../api/call.ts";
import type { CreatedWebhook, Webhook, WebhookTest } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { FormDialog, type ShownFields, useForm } from "../forms/form.tsx";
import { type Change, useMutation } from "../forms/mutation.tsx";
import programs from "../programs/programs.module.css";
import { Choices, NewSecret, type ProgramFormProps, ProgramsScreen } from "../programs/programs-screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { needsAttention } from "./attention.ts";
import { attemptText, EVENT_TEXTS, PAUSE_TEXTS } from "./webhook-texts.ts";
import styles from "./webhooks.module.css";

/** `#/people/webhooks`: the addresses to which the server sends its events. */
export function WebhooksScreen() {
  const query = useLiveQuery(call("GET /api/webhooks"), { everySeconds: 10 });
  return (
    <ProgramsScreen<Webhook, CreatedWebhook>
      texts={TEXTS}
      icon="send"
      query={query}
      card={(webhook, onChange, onSaved) => (
        <WebhookCard key={webhook.oid} webhook={webhook} onChange={onChange} onSaved={onSaved} />
      )}
      read={({ oid }) => call("GET /api/webhooks/{id}", { id: oid })}
      form={WebhookForm}
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

/** Hours for which the earlier secret still signs beside a new one. */
const OVERLAP_HOURS = 24;

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly onChange: () => void;
  /** `created`: the webhook has another secret. */
  readonly onSaved: (created: CreatedWebhook | null) => void;
}

/** One webhook with its figures and actions. */
function WebhookCard({ webhook, onChange, onSaved }: WebhookCardProps) {
  const { oid: id, name, url, types, isActive, pause } = webhook;
  const { run } = useMutation();
  const testing = useMutation();
  const [test, setTest] = useState<WebhookTest | null>(null);
  const runTest = () => {
    setTest(null);
    return testing.run({ send: call("POST /api/webhooks/{id}/test", { id }), onDone: setTest });
  };
  const rotation: Change<CreatedWebhook> = {
    question: {
      title: t(msg("Create another secret for {name}?"), { name }),
      text: t(
        msg("Events are signed by both for {hours} more hours, so that the receiver can take the new one."),
        { hours: OVERLAP_HOURS },
      ),
      action: t(msg("New secret")),
    },
    send: ({ create }) =>
      create(call("POST /api/webhooks/{id}/secret", { id, body: { overlapHours: OVERLAP_HOURS } })),
    onDone: onSaved,
  };
  const removal: Change = {
    record: call("GET /api/webhooks/{id}", { id }),
    question: {
      title: t(msg("Delete {name}?"), { name }),
      text: t(msg("Events that were not delivered yet are lost for the receiver.")),
      action: t(msg("Delete")),
      isDangerous: true,
    },
    send: ({ tag }) => withTag(call("DELETE /api/webhooks/{id}", { id }), tag),
    done: t(msg("{name} deleted."), { name }),
    onDone: () => onSaved(null),
  };
  const activation: Change = {
    send: withoutTag(call("PUT /api/webhooks/{id}", { id, body: { isActive: !isActive } }), "isActive"),
    onDone: () => onSaved(null),
  };
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
      <Facts class="facts in-columns is-led" facts={factsOf(webhook, url)} />
      {test !== null && (
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
        <ButtonLink href={`#/people/webhooks/${id}`}>{t(msg("Deliveries"))}</ButtonLink>
        <Button onClick={runTest} disabled={testing.isBusy}>
          {t(msg("Test", "webhook"))}
        </Button>
        <Button onClick={() => run(activation)}>{t(isActive ? msg("Pause") : msg("Resume"))}</Button>
        <Button onClick={onChange}>{t(msg("Change"))}</Button>
        <Button onClick={() => run(rotation)}>{t(msg("New secret"))}</Button>
        <Button kind="danger-secondary" onClick={() => run(removal)}>
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

/** Name, address and events of a webhook. */
function WebhookForm({ shown, onClose, onSaved }: ProgramFormProps<Webhook, CreatedWebhook>) {
  const form = useForm({
    start: shown === null ? NEW : valuesOf(shown.body),
    labels: NAMES,
    shown: shown && { ...shown, valuesOf, bodyOf, describe },
    save: async (values, { create, update }) => {
      const body = bodyOf(values);
      if (shown === null) return create(call("POST /api/webhooks", { body }));
      await update(call("PUT /api/webhooks/{id}", { id: shown.body.oid, body }));
      return null;
    },
    onSaved: (created, { name }) => {
      if (created === null) showSuccess(t(msg("Saved: {name}"), { name }));
      onSaved(created);
    },
  });
  const { isAll, types } = form.values;
  return (
    <FormDialog
      form={form}
      title={t(shown === null ? msg("Add a webhook") : msg("Change the webhook"))}
      action={t(shown === null ? msg("Create webhook") : msg("Save"))}
      isReady={isAll || types.length > 0}
      onClose={onClose}
    >
      <TextField
        {...form.field("name")}
        hint={t(msg("The program that receives the events, such as the name of the ERP."))}
        isRequired
      />
      <TextField
        {...form.field("url")}
        hint={t(msg("https://…, or http://… within this site's network"))}
        type="url"
        isRequired
      />
      <Choices {...form.field("types")} texts={EVENT_TEXTS} all={OUTGOING_EVENT_TYPES} isAll={isAll}>
        <Checkbox class={styles["all"] ?? ""} checked={isAll} onValue={(isAll) => form.set({ isAll })}>
          {t(ALL)}
        </Checkbox>
      </Choices>
    </FormDialog>
  );
}

const NAMES = labelsOf(WEBHOOK);

interface Values extends Pick<Webhook, "name" | "url"> {
  readonly isAll: boolean;
  readonly types: readonly OutgoingEventType[];
}

const NEW: Values = { name: "", url: "", isAll: false, types: [] };
const valuesOf = ({ name, url, types }: Webhook): Values => ({
  name,
  url,
  isAll: types === null,
  types: types ?? [],
});
const bodyOf = ({ name, url, isAll, types }: Values) => ({ name, url, types: isAll ? null : [...types] });
const describe = ({ name, url, isAll, types }: Values): ShownFields => [
  [t(NAMES.name), name],
  [t(NAMES.url), url],
  [t(NAMES.types), isAll ? t(ALL) : types.map((type) => t(EVENT_TEXTS[type])).join(", ")],
];

const ALL = msg("All events, also new types of later versions");
