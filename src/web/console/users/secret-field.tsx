import { msg } from "../../../domain/message.ts";
import type { Kind } from "../../account/change-secret.tsx";
import { t } from "../../i18n/translate.ts";
import { PasswordField } from "../../ui/password-field.tsx";

interface SecretProps {
  readonly kind: Kind;
  readonly problem: string | undefined;
}

/** A field for a new password or PIN. Only the DOM holds its value. */
export function SecretField({ kind, problem }: SecretProps) {
  const messages = TEXTS[kind];
  return (
    <PasswordField
      kind={kind}
      isNew
      name={kind}
      label={t(messages.name)}
      hint={t(messages.hint)}
      problem={problem}
    />
  );
}

const TEXTS = {
  pin: {
    name: msg("New PIN"),
    hint: msg("4 to 6 digits; 6 for a Manager or Admin. Not a sequence such as 1234."),
  },
  password: {
    name: msg("New password"),
    hint: msg("At least 8 characters, no common password"),
  },
};
