import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

interface UserNameProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A field for the user name, with autofill. */
export function UserNameField({ value, onValue }: UserNameProps) {
  return (
    <label>
      {t(USER_NAME)}
      <input
        value={value}
        name="username"
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        required
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </label>
  );
}

const USER_NAME = msg("User name");
