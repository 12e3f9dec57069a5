import { msg } from "../../../domain/message.ts";
import { ROLES, type Role } from "../../../domain/roles.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import type { FormFields } from "../forms/form.tsx";
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

/** Names and roles of a user. */
export function UserFields({ form }: { readonly form: FormFields<UserValues> }) {
  return (
    <>
      <Fields>
        <TextField {...form.field("firstName")} />
        <TextField {...form.field("lastName")} />
        <TextField {...form.field("userName")} />
        <TextField
          {...form.optional("email")}
          hint={t(msg("For notices. Leave empty for none."))}
          type="email"
          spellcheck={false}
        />
        <TextField
          {...form.optional("badgeCode")}
          hint={t(
            msg("The code on the person's badge, to hand out and take back articles. Leave empty for none."),
          )}
          spellcheck={false}
        />
      </Fields>
      <RoleChoice {...form.field("roles")} />
    </>
  );
}

interface RolesProps {
  readonly label: string;
  readonly value: readonly Role[];
  readonly problem: string | undefined;
  readonly onValue: (roles: readonly Role[]) => void;
}

function RoleChoice({ label, value, problem, onValue }: RolesProps) {
  return (
    <fieldset class="role-choice">
      <legend>{label}</legend>
      {ROLES.map((role) => {
        const isHeld = value.includes(role);
        return (
          <Checkbox
            key={role}
            checked={isHeld}
            onChange={() => onValue(isHeld ? value.filter((one) => one !== role) : [...value, role])}
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
