import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Field, Fields, PasswordField, TextField } from "../../ui/field.tsx";
import type { Draft } from "./draft.ts";
import { HostKeyField } from "./host-key-field.tsx";

/** The name of the field with the password or key, which is read from the form. */
export const SECRET = "secret";

interface DestinationProps {
  readonly draft: Draft;
  /** A password must be entered; otherwise an empty field keeps the stored one. */
  readonly isNew: boolean;
  /** The server's error of each field, by its path. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onField: (name: string, value: string) => void;
}

/** The fields of the chosen kind of target. */
export function DestinationFields({ draft, isNew, errors, onField }: DestinationProps) {
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
    <Field
      label={t(FIELD_NAMES.caCertificate)}
      hint={t(
        msg(
          "Only where the target has a certificate of its own or of your own authority, as many a NAS: in PEM format.",
        ),
      )}
      problem={errors["destination.caCertificate"]}
    >
      {(controlProps) => (
        <textarea
          {...controlProps}
          rows={3}
          spellcheck={false}
          value={fields["caCertificate"] ?? ""}
          onInput={({ currentTarget }) => onField("caCertificate", currentTarget.value)}
        />
      )}
    </Field>
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
export const FIELD_NAMES = {
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
