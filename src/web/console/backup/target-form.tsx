import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ApiError } from "../../api/errors.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Radio } from "../../ui/checkbox.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import {
  FormBody,
  type Sending,
  type ShownFields,
  type ShownVersion,
  StillEditing,
  useForm,
} from "../forms/form.tsx";
import { withRecentPassword } from "../two-step/password-question.tsx";
import styles from "./backup.module.css";
import { DestinationFields, FIELD_NAMES, SECRET } from "./destination-fields.tsx";
import { bodyOf, type Draft, draftOf, type NewTarget } from "./draft.ts";
import { ScheduleFields } from "./schedule-fields.tsx";
import { type DestinationKind, KIND_HINTS, KIND_TEXTS, retentionText, scheduleText } from "./target-texts.ts";

const KINDS: readonly DestinationKind[] = ["folder", "sftp", "s3", "rest"];

const INSTALL_SSH = "sudo apt install openssh-client";
const PASSPHRASE = "passphrase";

interface FormProps<R> {
  /** The version to change; null: a new target. */
  readonly shown: ShownVersion<BackupTarget> | null;
  /** False: the server can't use SFTP, which the form then says. */
  readonly hasSsh?: boolean;
  /** Sends the form. */
  readonly save: (body: NewTarget, send: Sending) => Promise<R>;
  readonly onSaved: (saved: R, name: string) => void;
}

/** The form of a target: where, when, and how long backups are kept. */
export function TargetForm<R>({ shown, hasSsh = true, save, onSaved }: FormProps<R>) {
  const target = shown?.body ?? null;
  /** There are backups at the place already. */
  const [isUsed, setUsed] = useState(false);
  const form = useForm({
    start: draftOf(target),
    labels: FIELD_NAMES,
    shown: shown && { ...shown, valuesOf: draftOf, bodyOf: sentOf, describe },
    save: async (draft, send) => {
      const typed = { secret: send.typed(SECRET), passphrase: send.typed(PASSPHRASE) };
      const saved = await withRecentPassword(async () => [await save(bodyOf(draft, typed), send)] as const);
      if (saved === null) throw new StillEditing();
      return saved[0];
    },
    onSaved: (saved, { name }) => onSaved(saved, name),
    onFailed: (error) => {
      if (target === null && error instanceof ApiError && error.status === 409) setUsed(true);
    },
  });
  const { values: draft, errors } = form;
  return (
    <FormBody
      form={form}
      class={styles["form"]}
      onInput={({ target: input }) => {
        if (input instanceof HTMLInputElement && input.name === SECRET)
          form.set({ hasSecret: input.value !== "" });
      }}
    >
      <fieldset>
        <legend>{t(msg("Where do the backups go?"))}</legend>
        {KINDS.map((kind) => (
          <Radio key={kind} name="kind" checked={draft.kind === kind} onClick={() => form.set({ kind })}>
            {t(KIND_TEXTS[kind])}
            <span class={styles["kind"]}>{t(KIND_HINTS[kind])}</span>
          </Radio>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t(KIND_TEXTS[draft.kind])}</legend>
        <TextField
          {...form.field("name")}
          hint={t(msg("For example the name of the disk or of the place."))}
          isRequired
        />
        {draft.kind === "sftp" && !hasSsh && (
          <Banner tone="warning" role="status">
            <p>{t(msg("The server has no SSH client, which SFTP needs. Install it on the server first."))}</p>
            <pre>{INSTALL_SSH}</pre>
          </Banner>
        )}
        <DestinationFields
          draft={draft}
          isNew={target === null || target.destination.kind !== draft.kind}
          errors={errors}
          onField={(name, value) => form.set({ fields: { ...draft.fields, [name]: value } })}
        />
        {isUsed && (
          <PasswordField
            name={PASSPHRASE}
            label={t(FIELD_NAMES.passphrase)}
            hint={t(msg("On the recovery sheet of those backups."))}
            problem={errors["passphrase"]}
          />
        )}
      </fieldset>
      <ScheduleFields draft={draft} set={form.set} errors={errors} />
      <Problem text={form.problem} />
      {form.isBusy && <p role="status">{t(msg("Connecting to the target… This may take a minute."))}</p>}
      <Toolbar>
        <Button type="submit" disabled={form.isBusy || (target !== null && !form.isChanged)}>
          {t(target === null ? msg("Set up and show the recovery sheet") : msg("Save"))}
        </Button>
      </Toolbar>
    </FormBody>
  );
}

const NO_SECRETS = { secret: "", passphrase: "" };

const sentOf = (draft: Draft) => ({ ...bodyOf(draft, NO_SECRETS), hasSecret: draft.hasSecret });

const describe = (draft: Draft): ShownFields => {
  const { name, destination, retention, uploadLimitKbps } = bodyOf(draft, NO_SECRETS);
  const { kind: _, ...place } = destination;
  return [
    [t(FIELD_NAMES.name), name],
    [t(msg("Place")), Object.values(place).filter(Boolean).join(" ")],
    [t(msg("Password or key")), t(draft.hasSecret ? msg("As entered") : msg("As saved"))],
    [t(msg("Schedule")), scheduleText(draft)],
    [t(msg("Kept backups")), retentionText(retention ?? null)],
    [t(msg("Upload limit")), String(uploadLimitKbps ?? "")],
  ];
};
