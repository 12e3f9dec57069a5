import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { OUTGOING_EVENT_TYPES, type OutgoingEventType } from "../../../domain/outgoing-event-types.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import type { CreatedWebhook, Webhook } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
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
  if (webhook === null) return <WebhookForm shown={null} {...rest} />;
  return (
    <ShownRecord read={call("GET /api/webhooks/{id}", { id: webhook.oid })} onClose={rest.onClose}>
      {(shown) => <WebhookForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface WebhookFormProps extends Omit<WebhookDialogProps, "webhook"> {
  readonly shown: Tagged<Webhook> | null;
}

function WebhookForm({ shown, onClose, onSaved }: WebhookFormProps) {
  const webhook = shown?.body ?? null;
  const [name, setName] = useState(webhook?.name ?? "");
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [isAll, setAll] = useState(webhook !== null && webhook.types === null);
  const [types, setTypes] = useState<ReadonlySet<OutgoingEventType>>(new Set(webhook?.types ?? []));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { run, isBusy, problem } = useAction(problemOf);
  const create = useCreation();
  const update = useTaggedSave(
    shown && { read: call("GET /api/webhooks/{id}", { id: shown.body.oid }), shown, valuesOf, fieldsOf },
  );

  const save = () =>
    run(async () => {
      setErrors({});
      const chosen = isAll ? null : OUTGOING_EVENT_TYPES.filter((type) => types.has(type));
      const body = { name, url, types: chosen };
      try {
        if (webhook === null) return onSaved(await create(call("POST /api/webhooks", { body })));
        if ((await update(call("PUT /api/webhooks/{id}", { id: webhook.oid, body }), body)) === "kept")
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
      title={t(webhook === null ? msg("Add a webhook") : msg("Change the webhook"))}
      onClose={onClose}
      actions={
        <Button type="submit" form="webhook" disabled={isBusy || (!isAll && types.size === 0)}>
          {t(webhook === null ? msg("Create webhook") : msg("Save"))}
        </Button>
      }
    >
      <form
        id="webhook"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={t(NAMES.name)}
          hint={t(msg("The program that receives the events, such as the name of the ERP."))}
          value={name}
          onValue={setName}
          problem={errors["name"]}
          isRequired
        />
        <TextField
          label={t(NAMES.url)}
          hint={t(msg("https://…, or http://… within this site's network"))}
          type="url"
          value={url}
          onValue={setUrl}
          problem={errors["url"]}
          isRequired
        />
        <Choices
          legend={t(NAMES.types)}
          texts={EVENT_TEXTS}
          choices={OUTGOING_EVENT_TYPES}
          chosen={types}
          onChoose={setTypes}
          isAll={isAll}
        >
          <Checkbox
            class={styles["all"] ?? ""}
            checked={isAll}
            onChange={({ currentTarget }) => setAll(currentTarget.checked)}
          >
            {t(ALL)}
          </Checkbox>
        </Choices>
        <Problem text={problem} />
      </form>
    </FormDialog>
  );
}

const NAMES = {
  name: msg("Name"),
  url: msg("Address"),
  types: msg("Events"),
};

type Values = Pick<Webhook, "name" | "url" | "types">;
const valuesOf = ({ name, url, types }: Webhook): Values => ({ name, url, types });
const fieldsOf = ({ name, url, types }: Values): ShownFields => [
  [t(NAMES.name), name],
  [t(NAMES.url), url],
  [t(NAMES.types), types === null ? t(ALL) : types.map((type) => t(EVENT_TEXTS[type])).join(", ")],
];

const problemOf = (error: unknown) =>
  error instanceof ApiError ? problemText(error, NAMES) : errorText(error);

const ALL = msg("All events, also new types of later versions");
