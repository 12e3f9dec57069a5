import { useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ApiError } from "../../api/errors.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Radio } from "../../ui/checkbox.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { errorText, Problem, useAction } from "../../ui/use-action.tsx";
import { problemText } from "../forms/problem.ts";
import { useUnsavedChangesGuard } from "../forms/unsaved-changes.ts";
import { byPath } from "../forms/use-edit.ts";
import { withRecentPassword } from "../two-step/password-question.tsx";
import styles from "./backup.module.css";
import { DestinationFields, FIELD_NAMES, SECRET } from "./destination-fields.tsx";
import { bodyOf, type Draft, draftOf, type NewTarget } from "./draft.ts";
import { ScheduleFields } from "./schedule-fields.tsx";
import { type DestinationKind, KIND_HINTS, KIND_TEXTS } from "./target-texts.ts";

const KINDS: readonly DestinationKind[] = ["folder", "sftp", "s3", "rest"];

const INSTALL_SSH = "sudo apt install openssh-client";
const PASSPHRASE = "passphrase";

interface FormProps {
  /** The target to change; null: a new one. */
  readonly target: BackupTarget | null;
  /** False: the server can't use SFTP, which the form then says. */
  readonly hasSsh?: boolean;
  /** Sends the form. Resolves to false where the user goes on editing. */
  readonly save: (body: NewTarget) => Promise<boolean>;
}

/** The form of a target: where, when, and how long backups are kept. */
export function TargetForm({ target, hasSsh = true, save }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(target));
  const [isChanged, setChanged] = useState(false);
  /** There are backups at the place already. */
  const [isUsed, setUsed] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { run, isBusy, problem } = useAction(problemOf);
  useUnsavedChangesGuard(isChanged && !isBusy);
  const set = (changed: Partial<Draft>) => {
    setChanged(true);
    setDraft((before) => ({ ...before, ...changed }));
  };
  const submit = () =>
    run(async () => {
      setErrors({});
      const typed = new FormData(form.current ?? undefined);
      const secret = (name: string) => String(typed.get(name) ?? "");
      try {
        const isSaved = await withRecentPassword(async () => {
          const body = bodyOf(draft, { secret: secret(SECRET), passphrase: secret(PASSPHRASE) });
          return save(body);
        });
        if (isSaved) setChanged(false);
      } catch (error) {
        if (error instanceof ApiError) {
          setErrors(byPath(error.errors));
          if (target === null && error.status === 409) setUsed(true);
        }
        throw error;
      }
    });
  return (
    <form
      ref={form}
      class={styles["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset>
        <legend>{t(msg("Where do the backups go?"))}</legend>
        {KINDS.map((kind) => (
          <Radio key={kind} name="kind" checked={draft.kind === kind} onClick={() => set({ kind })}>
            {t(KIND_TEXTS[kind])}
            <span class={styles["kind"]}>{t(KIND_HINTS[kind])}</span>
          </Radio>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t(KIND_TEXTS[draft.kind])}</legend>
        <TextField
          label={t(FIELD_NAMES.name)}
          hint={t(msg("For example the name of the disk or of the place."))}
          value={draft.name}
          onValue={(name) => set({ name })}
          problem={errors["name"]}
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
          onField={(name, value) => set({ fields: { ...draft.fields, [name]: value } })}
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
      <ScheduleFields draft={draft} set={set} errors={errors} />
      <Problem text={problem} />
      {isBusy && <p role="status">{t(msg("Connecting to the target… This may take a minute."))}</p>}
      <Toolbar>
        <Button type="submit" disabled={isBusy || (target !== null && !isChanged)}>
          {t(target === null ? msg("Set up and show the recovery sheet") : msg("Save"))}
        </Button>
      </Toolbar>
    </form>
  );
}

const problemOf = (error: unknown) =>
  error instanceof ApiError ? problemText(error, FIELD_NAMES) : errorText(error);
