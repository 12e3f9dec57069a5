import { useEffect, useRef, useState } from "preact/hooks";
import { MAX_EMAIL_LENGTH } from "../../../domain/email-address.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type {
  MailServerSettings,
  MailTest as Result,
  UpdateMailServerRequest,
} from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fields, LinesField, PasswordField, TextField } from "../../ui/field.tsx";
import { optionsOf, Select } from "../../ui/select.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { EditForm, useEdit } from "../forms/edit.tsx";
import type { FormFields } from "../forms/form.tsx";
import { useMutation } from "../forms/mutation.tsx";
import { Undelivered } from "../notices/undelivered.tsx";
import { useNoticeMails } from "../notices/use-notice-mails.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";
import { SystemScreen } from "./system-screen.tsx";

/** `#/system/notices`: the mail server with a test, and e-mails that could not be delivered. */
export function NoticesScreen() {
  const mails = useNoticeMails();
  return (
    <SystemScreen title={t(msg("Notices"))}>
      <p class="muted">
        {t(
          msg(
            "E-mails about requests that wait, stocktakes, printers and the server. Each person chooses them on the profile page.",
          ),
        )}
      </p>
      {may("server") && (
        <>
          <MailServerForm onSaved={mails.refetch} />
          <h2>{t(msg("Test"))}</h2>
          <MailTest />
        </>
      )}
      <h2>{t(msg("Not delivered"))}</h2>
      <Undelivered query={mails} />
    </SystemScreen>
  );
}

/** The values of the form. The password is not one of them: no state holds it. */
type Values = Omit<MailServerSettings, "hasPassword" | "port"> & {
  readonly port: number | null;
  readonly isPasswordTyped: boolean;
};

type Security = MailServerSettings["security"];
const SECURITIES: Readonly<Record<Security, Message>> = {
  startTls: msg("STARTTLS"),
  tls: msg("TLS"),
  none: msg("None (only without a login)"),
};

/** The mail server of the site. */
function MailServerForm({ onSaved }: { readonly onSaved: () => void }) {
  const query = useLiveQuery(call("GET /api/settings/mail-server"), { follows: ["settings"] });
  return <QueryBoundary query={query}>{() => <Form query={query} onSaved={onSaved} />}</QueryBoundary>;
}

interface FormProps {
  readonly query: LiveQuery<MailServerSettings>;
  readonly onSaved: () => void;
}

function Form({ query, onSaved }: FormProps) {
  const password = useRef<HTMLInputElement>(null);
  const write = ({ isPasswordTyped, ...changed }: Partial<Values>) => {
    const typed = isPasswordTyped ? { password: password.current?.value || null } : {};
    // An empty number is rejected by the server.
    return call("PUT /api/settings/mail-server", {
      body: { ...changed, ...typed } as UpdateMailServerRequest,
    });
  };
  const edit = useEdit<Values, MailServerSettings>(
    { read: call("GET /api/settings/mail-server"), write, names: NAMES, show: SHOWN },
    query,
    valuesOf,
  );
  const isPasswordTyped = edit.fields?.values.isPasswordTyped;
  // Saved or discarded, also in the question of a conflict.
  useEffect(() => {
    if (!isPasswordTyped && password.current !== null) password.current.value = "";
  }, [isPasswordTyped]);
  const saved = () => {
    showSuccess(t(msg("Mail server saved")));
    onSaved();
  };
  const { fields } = edit;
  if (fields === null) return null;
  return (
    <EditForm class="settings" edit={edit} onSaved={saved}>
      <ConnectionFields form={fields} />
      <Fields onInput={() => edit.set({ isPasswordTyped: Boolean(password.current?.value) })}>
        <TextField
          {...fields.optional("userName")}
          hint={t(msg("Empty if the mail server needs no login."))}
          spellcheck={false}
        />
        <PasswordField
          label={t(NAMES.isPasswordTyped)}
          hint={
            query.body?.hasPassword ? t(msg("A password is stored. Leave this empty to keep it.")) : undefined
          }
          problem={fields.errors["password"]}
          isNew
          inputRef={password}
        />
      </Fields>
      <SenderFields form={fields} />
    </EditForm>
  );
}

const SHOWN = {
  security: (value: Security) => t(SECURITIES[value]),
  isPasswordTyped: (is: boolean) => t(is ? msg("As entered") : msg("As saved")),
  isCertificateChecked: (is: boolean) => t(is ? msg("Yes") : msg("No")),
};

function ConnectionFields({ form }: { readonly form: FormFields<Values> }) {
  return (
    <>
      <TextField
        {...form.optional("host")}
        hint={t(msg("The name or address of the site's SMTP server. Empty: no notices are sent."))}
        spellcheck={false}
      />
      <TextField {...form.number("port")} type="number" />
      <Select {...form.field("security")} items={optionsOf(SECURITIES)} />
    </>
  );
}

function SenderFields({ form }: { readonly form: FormFields<Values> }) {
  const { values, set } = form;
  return (
    <>
      <TextField
        {...form.optional("fromAddress")}
        type="email"
        spellcheck={false}
        maxLength={MAX_EMAIL_LENGTH}
      />
      {values.security !== "none" && (
        <>
          <Checkbox
            checked={values.isCertificateChecked}
            onChange={() => set({ isCertificateChecked: !values.isCertificateChecked })}
          >
            {t(NAMES.isCertificateChecked)}
          </Checkbox>
          <LinesField
            {...form.optional("ca")}
            hint={t(
              msg(
                "Only for a mail server with a certificate of your own authority: its certificates in PEM format.",
              ),
            )}
            spellcheck={false}
          />
        </>
      )}
    </>
  );
}

const valuesOf = ({ hasPassword: _, ...settings }: MailServerSettings): Values => ({
  ...settings,
  isPasswordTyped: false,
});

const NAMES = {
  host: msg("Mail server"),
  port: msg("Port"),
  security: msg("Encryption"),
  userName: msg("User name"),
  isPasswordTyped: msg("Password"),
  fromAddress: msg("Sender address"),
  isCertificateChecked: msg("Check the certificate of the mail server"),
  ca: msg("Own certificate authority"),
};

/** Sends a test e-mail to the user's own address, and shows what the mail server answered. */
function MailTest() {
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const [result, setResult] = useState<Result | null>(null);
  const onTest = () => {
    setResult(null);
    return run({ send: call("POST /api/settings/mail-server/test"), onDone: setResult });
  };
  return (
    <>
      <p class="muted">{t(msg("Goes to your own e-mail address, with the saved settings."))}</p>
      <Problem text={problem} />
      <div role="status">
        {result !== null && (
          <Banner tone={result.isDelivered ? "success" : "danger"}>
            {result.problem ??
              t(msg("The mail server has accepted the e-mail to {address}."), { address: result.address })}
          </Banner>
        )}
      </div>
      <Toolbar>
        <Button disabled={isBusy} onClick={onTest}>
          {t(isBusy ? msg("Sending…") : msg("Send test e-mail"))}
        </Button>
        <a href="#/me">{t(msg("Your address and notices"))}</a>
      </Toolbar>
    </>
  );
}
