import { useLayoutEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import type { BackupHostKey, BackupTarget } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Radio } from "../../ui/checkbox.tsx";
import { Fields, LinesField, PasswordField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { FormBody, type Sending, type ShownFields, type ShownVersion, useForm } from "../forms/form.tsx";
import { useMutation } from "../forms/mutation.tsx";
import styles from "./backup.module.css";
import { bodyOf, type Draft, draftOf, type NewTarget } from "./draft.ts";
import {
  type DestinationKind,
  hourText,
  KIND_HINTS,
  KIND_TEXTS,
  retentionText,
  scheduleText,
} from "./target-texts.ts";

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
  /** Gets whether something is entered that is not saved. */
  readonly onChanged?: (isChanged: boolean) => void;
}

/** The form of a target: where, when, and how long backups are kept. */
export function TargetForm<R>({ shown, hasSsh = true, save, onSaved, onChanged }: FormProps<R>) {
  const target = shown?.body ?? null;
  /** There are backups at the place already. */
  const [isUsed, setUsed] = useState(false);
  const form = useForm({
    start: draftOf(target),
    labels: FIELD_NAMES,
    shown: shown && { ...shown, valuesOf: draftOf, bodyOf: sentOf, describe },
    save: (draft, send) => {
      const typed = { secret: send.typed(SECRET), passphrase: send.typed(PASSPHRASE) };
      return save(bodyOf(draft, typed), send);
    },
    onSaved: (saved, { name }) => onSaved(saved, name),
    onFailed: (error) => {
      if (target === null && error instanceof ApiError && error.status === 409) setUsed(true);
    },
  });
  const { values: draft, errors, isChanged } = form;
  useLayoutEffect(() => onChanged?.(isChanged), [isChanged]);
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
        <Button kind="primary" type="submit" disabled={form.isBusy || (target !== null && !isChanged)}>
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

/** The name of the field with the password or key, which is read from the form. */
const SECRET = "secret";

interface DestinationProps {
  readonly draft: Draft;
  /** A password must be entered; otherwise an empty field keeps the stored one. */
  readonly isNew: boolean;
  /** The server's error of each field, by its path. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onField: (name: string, value: string) => void;
}

/** The fields of the chosen kind of target. */
function DestinationFields({ draft, isNew, errors, onField }: DestinationProps) {
  const { kind, fields } = draft;
  const field = (name: keyof typeof FIELD_NAMES & string) => ({
    label: t(FIELD_NAMES[name]),
    value: fields[name] ?? "",
    onValue: (value: string) => onField(name, value),
    problem: errors[`destination.${name}`],
    spellcheck: false,
    autocapitalize: "none" as const,
  });
  const secret = (name: "secretAccessKey" | "password") => (
    <PasswordField
      isNew
      name={SECRET}
      label={t(FIELD_NAMES[name])}
      problem={errors[name]}
      {...(!isNew && {
        hint: t(
          msg("Empty: unchanged. Needed again where the address, the user or the certificate changes."),
        ),
      })}
    />
  );
  const certificate = (
    <LinesField
      {...field("caCertificate")}
      hint={t(
        msg(
          "Only where the target has a certificate of its own or of your own authority, as many a NAS: in PEM format.",
        ),
      )}
    />
  );
  switch (kind) {
    case "folder":
      return (
        <TextField
          {...field("path")}
          hint={t(
            msg(
              "For example /mnt/nas/tallybox. A folder on the server's own disk does not survive that disk.",
            ),
          )}
          isRequired
        />
      );
    case "sftp":
      return (
        <>
          <Fields>
            <TextField {...field("host")} isRequired />
            <TextField {...field("port")} inputMode="numeric" isRequired />
          </Fields>
          <TextField {...field("user")} isRequired />
          <TextField
            {...field("path")}
            hint={t(msg("For example backups/tallybox, in the home of that user."))}
            isRequired
          />
          <HostKeyField
            host={fields["host"] ?? ""}
            port={Number(fields["port"])}
            value={fields["hostKey"] ?? ""}
            onValue={(value) => onField("hostKey", value)}
            problem={errors["destination.hostKey"]}
          />
        </>
      );
    case "s3":
      return (
        <>
          <TextField {...field("endpoint")} type="url" hint="https://…" isRequired />
          <Fields>
            <TextField {...field("bucket")} isRequired />
            <TextField {...field("prefix")} hint={t(msg("Empty: the whole bucket"))} />
          </Fields>
          <TextField {...field("region")} hint={t(msg("Only where your provider gives one."))} />
          <TextField {...field("accessKeyId")} isRequired />
          {secret("secretAccessKey")}
          {certificate}
        </>
      );
    case "rest":
      return (
        <>
          <TextField {...field("url")} type="url" hint="https://…:8000/tallybox/" isRequired />
          <TextField {...field("user")} />
          {secret("password")}
          {certificate}
        </>
      );
  }
}

/** The labels of the form, by their names in the API. */
const FIELD_NAMES = {
  name: msg("Name"),
  path: msg("Folder"),
  host: msg("Host name or address"),
  port: msg("Port"),
  user: msg("User name"),
  endpoint: msg("Address"),
  url: msg("Address"),
  bucket: msg("Bucket"),
  prefix: msg("Folder in the bucket"),
  region: msg("Region"),
  accessKeyId: msg("Access key ID"),
  secretAccessKey: msg("Secret access key"),
  password: msg("Password"),
  caCertificate: msg("Certificate of the target"),
  passphrase: msg("Passphrase of the backups there"),
};

interface ScheduleProps {
  readonly draft: Draft;
  readonly set: (changed: Partial<Draft>) => void;
  /** The server's error of each field, by its path. */
  readonly errors: Readonly<Record<string, string>>;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** When backups are made, how long they are kept, and how fast they may be sent. */
function ScheduleFields({ draft, set, errors }: ScheduleProps) {
  const { every, atHour, isKeeping } = draft;
  const count = (name: "daily" | "weekly" | "monthly", label: string) => (
    <TextField
      label={label}
      type="number"
      min={name === "daily" ? 1 : 0}
      value={draft[name]}
      onValue={(value) => set({ [name]: value })}
      problem={errors[`retention.${name}`]}
    />
  );
  return (
    <>
      <fieldset>
        <legend>{t(msg("When?"))}</legend>
        <Select
          label={t(msg("When?"))}
          isLabelHidden
          value={every === "hour" ? "hour" : String(atHour)}
          items={[
            { value: "hour", label: t(msg("Every hour")) },
            ...HOURS.map((hour) => ({
              value: String(hour),
              label: t(msg("Every day at {at}"), { at: hourText(hour) }),
            })),
          ]}
          onValue={(value) =>
            set(value === "hour" ? { every: "hour" } : { every: "day", atHour: Number(value) })
          }
        />
        <TextField
          label={t(msg("Upload limit in kbit/s"))}
          hint={t(msg("Empty: no limit. For a line that others need too."))}
          type="number"
          min={1}
          value={draft.uploadLimitKbps}
          onValue={(uploadLimitKbps) => set({ uploadLimitKbps })}
          problem={errors["uploadLimitKbps"]}
        />
      </fieldset>
      <fieldset>
        <legend>{t(msg("How long are backups kept?"))}</legend>
        <Radio name="keeping" checked={isKeeping} onClick={() => set({ isKeeping: true })}>
          {t(msg("The newest backup of each of the last"))}
        </Radio>
        {isKeeping && (
          <Fields class={styles["numbers"] ?? ""}>
            {count("daily", t(msg("Days")))}
            {count("weekly", t(msg("Weeks")))}
            {count("monthly", t(msg("Months")))}
          </Fields>
        )}
        <Radio name="keeping" checked={!isKeeping} onClick={() => set({ isKeeping: false })}>
          {t(msg("The target decides (append-only)"))}
          <span class={styles["kind"]}>
            {t(msg("This server deletes nothing there, so an intruder on it can't either."))}
          </span>
        </Radio>
      </fieldset>
    </>
  );
}

interface HostKeyProps {
  readonly host: string;
  readonly port: number;
  /** The confirmed key; empty: none. */
  readonly value: string;
  readonly onValue: (hostKey: string) => void;
  readonly problem?: string | undefined;
}

/** Connects to an SSH server for its key, which the user confirms, and shows the key that lets this server in. */
function HostKeyField({ host, port, value, onValue, problem: fieldProblem }: HostKeyProps) {
  const [found, setFound] = useState<BackupHostKey | null>(null);
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const read = () => {
    onValue("");
    setFound(null);
    return run({ send: call("POST /api/backup/host-keys", { body: { host, port } }), onDone: setFound });
  };
  return (
    <>
      <p>{t(msg("The two machines recognize each other by keys. Connect once to exchange them."))}</p>
      <Button class={styles["connect"] ?? ""} disabled={isBusy || host === ""} onClick={read}>
        {t(isBusy ? msg("Connecting…") : value === "" ? msg("Connect") : msg("Connect again"))}
      </Button>
      <Problem text={problem ?? (found === null ? (fieldProblem ?? null) : null)} />
      {found !== null && (
        <Banner>
          <p>{t(msg("The other machine has this key:"))}</p>
          <code class={styles["key"]}>{found.fingerprint}</code>
          <p class="muted">{t(msg("Compare it there: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub"))}</p>
          <Checkbox
            checked={value === found.hostKey}
            onValue={(isChecked) => onValue(isChecked ? found.hostKey : "")}
          >
            {t(msg("This is the right machine"))}
          </Checkbox>
          <p>{t(msg("Add this line to .ssh/authorized_keys of the user on the other machine:"))}</p>
          <code class={styles["key"]}>{found.publicKey}</code>
        </Banner>
      )}
    </>
  );
}
