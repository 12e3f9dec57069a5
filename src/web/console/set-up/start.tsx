import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import { setSession } from "../../api/tokens.ts";
import type { SetUpRequest } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { language, t } from "../../i18n/translate.ts";
import { FormProblem, useAttempts } from "../../login/form-problem.tsx";
import { ROTATION, sessionOf } from "../../login/log-in.ts";
import { isNewServer } from "../../login/site.ts";
import { go } from "../../router/router.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { LanguageAndTheme } from "../../ui/theme.tsx";
import { byPath } from "../forms/form.tsx";
import { Screen } from "../layout/screen.tsx";
import "../onboarding/start.css";
import { MIN_PASSWORD_LENGTH, PIN_PATTERN } from "../../../domain/login.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { Fields, PasswordField, TextField } from "../../ui/field.tsx";

/** `#/start`: set-up of a new server: its set-up code, the company and the first Admin. */
export function StartScreen() {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { failure, isOff, attempt } = useAttempts("setup");
  const hasErrors = Object.keys(errors).length > 0;
  useLayoutEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    wrong?.focus();
    // With its label, which focus alone may leave above the window.
    wrong?.scrollIntoView({ block: "center" });
  }, [errors]);
  useEffect(() => {
    isNewServer()
      .then((isNew) => {
        if (!isNew) go("/login", { replace: true });
      })
      .catch(reportError);
  }, []);

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const { current } = form;
    if (current === null || isOff) return;
    setErrors({});
    await attempt(
      async () => {
        const body: SetUpRequest = { ...bodyOf(current), client: "console", ...ROTATION };
        await setSession(sessionOf(await sendRequest(call("POST /api/setup", { body }))));
        go("/overview", { replace: true });
      },
      (error) => {
        const atFields = error instanceof ApiError ? errorsOf(error) : {};
        setErrors(atFields);
        return Object.keys(atFields).length > 0;
      },
    );
  }

  return (
    <div class="login-page start">
      <Screen title={t(msg("Welcome to your tallybox"))}>
        <LanguageAndTheme />
        <p>
          {t(msg("This server is new. To set it up, enter its set-up code, your company and your own name."))}
        </p>
        <p>
          {t(msg("Do you have a backup of another server?"))}{" "}
          <ButtonLink href="#/restore">{t(msg("Restore a backup"))}</ButtonLink>
        </p>
        <form ref={form} onSubmit={onSubmit}>
          <StartFields errors={errors} />
          {hasErrors && (
            <Banner>{t(msg("Nothing was set up yet. Correct the marked fields and try again."))}</Banner>
          )}
          <FormProblem {...failure} hint={t(msg("Nothing was set up yet. Try again."))} />
          <Button kind="primary" type="submit" disabled={isOff}>
            {t(msg("Begin"))}
          </Button>
        </form>
        <p>
          <a href="#/standby">{t(msg("Is this the second machine of another server?"))}</a>
        </p>
      </Screen>
    </div>
  );
}

/** Errors by field: a wrong set-up code is the only reason for 401. */
function errorsOf(error: ApiError): Readonly<Record<string, string>> {
  return error.status === 401 ? { code: error.message } : byPath(error.errors);
}

/** Body of the request; an empty PIN is none. */
function bodyOf(form: HTMLFormElement): SetUpRequest {
  const given: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") given[name] = value;
  }
  const {
    code = "",
    tenantName = "",
    userName = "",
    firstName = "",
    lastName = "",
    password = "",
    pin,
  } = given;
  const names = { tenantName, siteName: tenantName, userName, firstName, lastName };
  return { ...names, code, password, pin, language: language.value };
}

interface FieldsProps {
  /** Error messages by field. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Fields of the set-up form. */
function StartFields({ errors }: FieldsProps) {
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
