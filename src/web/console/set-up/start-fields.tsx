import { MIN_PASSWORD_LENGTH, PIN_PATTERN } from "../../../domain/login.ts";
import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { t } from "../../i18n/translate.ts";
import { Fields, PasswordField, TextField } from "../../ui/field.tsx";

interface FieldsProps {
  /** Error messages by field. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Fields of the set-up form. */
export function StartFields({ errors }: FieldsProps) {
  return (
    <>
      <fieldset>
        <legend>{t(TEXTS.server)}</legend>
        <TextField
          name="code"
          label={t(TEXTS.code)}
          hint={t(TEXTS.codeHint)}
          problem={errors["code"]}
          autocapitalize="characters"
          spellcheck={false}
          required
        />
        <TextField
          name="tenantName"
          label={t(TEXTS.company)}
          hint={t(TEXTS.companyHint)}
          problem={errors["tenantName"]}
          autocomplete="organization"
          maxLength={MAX_TEXT_LENGTH}
          required
        />
      </fieldset>
      <fieldset>
        <legend>{t(TEXTS.you)}</legend>
        <Fields>
          <TextField
            name="firstName"
            label={t(TEXTS.first)}
            problem={errors["firstName"]}
            autocomplete="given-name"
            required
          />
          <TextField
            name="lastName"
            label={t(TEXTS.last)}
            problem={errors["lastName"]}
            autocomplete="family-name"
            required
          />
        </Fields>
        <TextField
          name="userName"
          label={t(TEXTS.userName)}
          problem={errors["userName"]}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        <PasswordField
          isNew
          name="password"
          label={t(TEXTS.password)}
          hint={t(TEXTS.passwordHint)}
          problem={errors["password"]}
          minLength={MIN_PASSWORD_LENGTH}
          required
        />
        <PasswordField
          kind="pin"
          isNew
          name="pin"
          label={t(TEXTS.pin)}
          hint={t(TEXTS.pinHint)}
          problem={errors["pin"]}
          pattern={PIN_PATTERN}
        />
      </fieldset>
    </>
  );
}

const TEXTS = {
  server: msg("Server"),
  code: msg("Set-up code"),
  codeHint: msg(
    "The installation shows it at its end. It is also in the file setup-code in the data folder, and in the log of the first start.",
  ),
  company: msg("Company or warehouse"),
  companyHint: msg("Shown on terminals. You can change it later."),
  you: msg("You, the first administrator"),
  first: msg("First name"),
  last: msg("Last name"),
  userName: msg("User name"),
  password: msg("Password"),
  passwordHint: msg("At least 8 characters."),
  pin: msg("PIN for terminals"),
  pinHint: msg("6 digits. You can set it later."),
};
