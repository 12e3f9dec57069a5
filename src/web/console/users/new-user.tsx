import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { go } from "../../router/router.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Fields } from "../../ui/field.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useNew } from "../forms/use-new.ts";
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

const create = (values: typeof NEW_USER, secrets: { readonly password?: string; readonly pin?: string }) =>
  call("POST /api/users", { body: { ...values, ...secrets } });

/** Adds a user. */
export function NewUserScreen() {
  const { values, errors, problem, isBusy, set, add } = useNew(create, NEW_USER, {
    ...USER_TEXTS,
    ...SECRET_NAMES,
  });

  async function onSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    // Secrets are not in state.
    const secrets = new FormData(event.currentTarget);
    const oid = await add({ ...given(secrets, "password"), ...given(secrets, "pin") });
    if (oid === null) return;
    showSuccess(t(msg("{name} added."), { name: `${values.firstName} ${values.lastName}` }));
    go(`/people/${oid}`, { replace: true });
  }

  return (
    <Screen title={t(msg("Add a person"))} above={<LinkToUsers />}>
      <form onSubmit={onSubmit} noValidate>
        <UserFields values={values} errors={errors} onValue={(name, value) => set({ [name]: value })} />
        <p class="muted">
          {t(msg("The PIN is for terminals, the password for this console. You can set both later."))}
        </p>
        <Fields onInput={() => set({})}>
          <SecretField kind="password" problem={errors["password"]} />
          <SecretField kind="pin" problem={errors["pin"]} />
        </Fields>
        <Problem text={problem} />
        <Toolbar>
          <Button type="submit" disabled={isBusy}>
            {t(msg("Add"))}
          </Button>
          <ButtonLink kind="secondary" href="#/people">
            {t(msg("Cancel"))}
          </ButtonLink>
        </Toolbar>
      </form>
    </Screen>
  );
}

function given(form: FormData, name: "password" | "pin"): Readonly<Record<string, string>> {
  const value = String(form.get(name) ?? "");
  return value === "" ? {} : { [name]: value };
}
