import { msg } from "../../../domain/message.ts";
import { ROLES, type Role } from "../../../domain/roles.ts";
import { labelsOf } from "../../../records/record.ts";
import { USER } from "../../../records/user.ts";
import { t } from "../../i18n/translate.ts";
import { CheckboxGroup } from "../../ui/checkbox-group.tsx";
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
      <CheckboxGroup
        {...form.field("roles")}
        class="role-choice"
        all={ROLES}
        labelOf={(role) => (
          <>
            <b>{t(ROLE_NAMES[role])}</b> <span class="muted">{roleLine(role)}</span>
          </>
        )}
      />
    </>
  );
}

const { firstName, lastName, userName, email, badgeCode, roles } = labelsOf(USER);
/** The labels of the fields of a user. */
export const USER_TEXTS = { firstName, lastName, userName, email, badgeCode, roles };

/** A link to all users. */
export function LinkToUsers() {
  return <a href="#/people">{t(msg("People and devices"))}</a>;
}
