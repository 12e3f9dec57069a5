import { msg } from "../../../domain/message.ts";
import { OUTGOING_EVENT_TYPES, type OutgoingEventType } from "../../../domain/outgoing-event-types.ts";
import { labelsOf } from "../../../records/record.ts";
import { WEBHOOK } from "../../../records/webhook.ts";
import { call } from "../../api/call.ts";
import type { CreatedWebhook, Webhook } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { FormDialog, type ShownFields, ShownRecord, type ShownVersion, useForm } from "../forms/form.tsx";
import { Choices } from "../programs/choices.tsx";
import { EVENT_TEXTS } from "./webhook-texts.ts";
import styles from "./webhooks.module.css";

interface WebhookDialogProps {
  /** The webhook to change; null: a new one. */
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
  /** `created`: a new one with its secret. */
  readonly onSaved: (created: CreatedWebhook | null) => void;
}

/** Name, address and events of a webhook. */
export function WebhookDialog({ webhook, ...rest }: WebhookDialogProps) {
  return (
    <ShownRecord read={webhook && call("GET /api/webhooks/{id}", { id: webhook.oid })} onClose={rest.onClose}>
      {(shown) => <WebhookForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface WebhookFormProps extends Omit<WebhookDialogProps, "webhook"> {
  readonly shown: ShownVersion<Webhook> | null;
}

function WebhookForm({ shown, onClose, onSaved }: WebhookFormProps) {
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
      <Choices {...form.field("types")} texts={EVENT_TEXTS} choices={OUTGOING_EVENT_TYPES} isAll={isAll}>
        <Checkbox
          class={styles["all"] ?? ""}
          checked={isAll}
          onChange={({ currentTarget }) => form.set({ isAll: currentTarget.checked })}
        >
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
