import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { go } from "../../router/router.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Fields } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { FormActions, FormBody, useForm } from "../forms/form.tsx";
import { Screen } from "../layout/screen.tsx";
import { LinkToUsers, USER_TEXTS, UserFields, type UserValues } from "./user-fields.tsx";
import { SECRET_NAMES, SecretField } from "./user-secrets.tsx";
import "./users.css";

const NEW_USER: UserValues = {
  userName: "",
  firstName: "",
  lastName: "",
  email: null,
  badgeCode: null,
  roles: ["User"],
};

/** Adds a user. */
export function NewUserScreen() {
  const form = useForm({
    start: NEW_USER,
    labels: { ...USER_TEXTS, ...SECRET_NAMES },
    keptAs: "new user",
    save: (values, { create, typed }) => {
      // Secrets are not in state.
      const password = typed("password") || undefined;
      const pin = typed("pin") || undefined;
      return create(call("POST /api/users", { body: { ...values, password, pin } }));
    },
    onSaved: ({ oid }, { firstName, lastName }) => {
      showSuccess(t(msg("{name} added."), { name: `${firstName} ${lastName}` }));
      go(`/people/${oid}`, { replace: true });
    },
  });
  return (
    <Screen title={t(msg("Add a person"))} above={<LinkToUsers />}>
      <FormBody form={form}>
        <UserFields form={form} />
        <p class="muted">
          {t(msg("The PIN is for terminals, the password for this console. You can set both later."))}
        </p>
        <Fields>
          <SecretField kind="password" problem={form.errors["password"]} />
          <SecretField kind="pin" problem={form.errors["pin"]} />
        </Fields>
        <FormActions form={form} action={t(msg("Add"))}>
          <ButtonLink href="#/people">{t(msg("Cancel"))}</ButtonLink>
        </FormActions>
      </FormBody>
    </Screen>
  );
}
