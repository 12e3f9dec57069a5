import { MAX_EMAIL_LENGTH } from "../../../domain/email-address.ts";
import { msg } from "../../../domain/message.ts";
import { ROLES, type Role } from "../../../domain/roles.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { ROLE_NAMES, roleLine } from "./role-texts.ts";

/** The fields of a user without the secrets. */
export interface UserValues {
  readonly userName: string;
  readonly email: string | null;
  readonly badgeCode: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
}

interface FieldsProps {
  readonly values: UserValues;
  /** The server's errors by path. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onValue: <K extends keyof UserValues>(name: K, value: UserValues[K]) => void;
}

/** Names and roles of a user. */
export function UserFields({ values, errors, onValue }: FieldsProps) {
  return (
    <>
      <Fields>
        {(["firstName", "lastName", "userName"] as const).map((name) => (
          <TextField
            key={name}
            label={t(USER_TEXTS[name])}
            value={values[name]}
            problem={errors[name]}
            onValue={(value) => onValue(name, value)}
          />
        ))}
        <TextField
          label={t(USER_TEXTS.email)}
          hint={t(msg("For notices. Leave empty for none."))}
          type="email"
          spellcheck={false}
          maxLength={MAX_EMAIL_LENGTH}
          value={values.email ?? ""}
          problem={errors["email"]}
          onValue={(value) => onValue("email", value || null)}
        />
        <TextField
          label={t(USER_TEXTS.badgeCode)}
          hint={t(
            msg("The code on the person's badge, to hand out and take back articles. Leave empty for none."),
          )}
          spellcheck={false}
          maxLength={MAX_TEXT_LENGTH}
          value={values.badgeCode ?? ""}
          problem={errors["badgeCode"]}
          onValue={(value) => onValue("badgeCode", value || null)}
        />
      </Fields>
      <RoleChoice
        roles={values.roles}
        problem={errors["roles"]}
        onRoles={(roles) => onValue("roles", roles)}
      />
    </>
  );
}

interface RolesProps {
  readonly roles: readonly Role[];
  readonly problem: string | undefined;
  readonly onRoles: (roles: readonly Role[]) => void;
}

function RoleChoice({ roles, problem, onRoles }: RolesProps) {
  return (
    <fieldset class="role-choice">
      <legend>{t(USER_TEXTS.roles)}</legend>
      {ROLES.map((role) => {
        const isHeld = roles.includes(role);
        return (
          <Checkbox
            key={role}
            checked={isHeld}
            onChange={() => onRoles(isHeld ? roles.filter((one) => one !== role) : [...roles, role])}
          >
            <b>{t(ROLE_NAMES[role])}</b> <span class="muted">{roleLine(role)}</span>
          </Checkbox>
        );
      })}
      {problem !== undefined && <p class="error-text">{problem}</p>}
    </fieldset>
  );
}

/** The labels of the fields of a user. */
export const USER_TEXTS = {
  firstName: msg("First name"),
  lastName: msg("Last name"),
  userName: msg("User name"),
  email: msg("E-mail"),
  badgeCode: msg("Badge"),
  roles: msg("Roles"),
};

/** A link to all users. */
export function LinkToUsers() {
  return <a href="#/people">{t(msg("People and devices"))}</a>;
}
