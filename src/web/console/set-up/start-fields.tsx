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
        <legend>{t(msg("Server"))}</legend>
        <TextField
          name="code"
          label={t(msg("Set-up code"))}
          hint={t(
            msg(
              "The installation shows it at its end. It is also in the file setup-code in the data folder, and in the log of the first start.",
            ),
          )}
          problem={errors["code"]}
          autocapitalize="characters"
          spellcheck={false}
          required
        />
        <TextField
          name="tenantName"
          label={t(msg("Company or warehouse"))}
          hint={t(msg("Shown on terminals. You can change it later."))}
          problem={errors["tenantName"]}
          autocomplete="organization"
          maxLength={MAX_TEXT_LENGTH}
          required
        />
      </fieldset>
      <fieldset>
        <legend>{t(msg("You, the first administrator"))}</legend>
        <Fields>
          <TextField
            name="firstName"
            label={t(msg("First name"))}
            problem={errors["firstName"]}
            autocomplete="given-name"
            required
          />
          <TextField
            name="lastName"
            label={t(msg("Last name"))}
            problem={errors["lastName"]}
            autocomplete="family-name"
            required
          />
        </Fields>
        <TextField
          name="userName"
          label={t(msg("User name"))}
          problem={errors["userName"]}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        <PasswordField
          isNew
          name="password"
          label={t(msg("Password"))}
          hint={t(msg("At least 8 characters."))}
          problem={errors["password"]}
          minLength={MIN_PASSWORD_LENGTH}
          required
        />
        <PasswordField
          kind="pin"
          isNew
          name="pin"
          label={t(msg("PIN for terminals"))}
          hint={t(msg("6 digits. You can set it later."))}
          problem={errors["pin"]}
          pattern={PIN_PATTERN}
        />
      </fieldset>
    </>
  );
}
