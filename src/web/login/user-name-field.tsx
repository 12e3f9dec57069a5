import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";

interface UserNameProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The user name of a login, as the browser may fill it in. */
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
