import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { TextField } from "../ui/field.tsx";

interface UserNameProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A field for the user name, with autofill. */
export function UserNameField({ value, onValue }: UserNameProps) {
  return (
    <TextField
      label={t(msg("User name"))}
      value={value}
      onValue={onValue}
      name="username"
      autocomplete="username"
      autocapitalize="none"
      spellcheck={false}
      required
    />
  );
}
