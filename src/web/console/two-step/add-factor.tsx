import { useEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { MAX_DEVICE_NAME_LENGTH, MAX_ONE_TIME_CODE_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import type { StoredSession } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { sessionOf } from "../../login/log-in.ts";
import { createPasskey } from "../../login/passkeys.ts";
import { Qr } from "../../scanner/qr.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { byPath } from "../forms/form.tsx";
import { problemText } from "../forms/problem.ts";
import "./two-step.css";

/** The result of adding a second factor: a login with it, and recovery codes with the first one. */
export interface Added {
  readonly login: StoredSession;
  readonly recoveryCodes: readonly string[] | null;
}

interface AddProps {
  readonly ticket: string;
  readonly onAdded: (added: Added) => Promise<void> | void;
  /** `reason`: shown as an error, empty if the user cancelled. */
  readonly onCancel: (reason: string) => void;
}

async function complete(ticket: string, factor: object): Promise<Added> {
  const body = { ticket, ...factor };
  const given = await sendRequest(call("POST /api/pwa-auth/second-factor/setup", { body }));
  return { login: sessionOf(given), recoveryCodes: given.recoveryCodes };
}

/** The state of the form of a new factor: its error, and one attempt at a time. An expired ticket cancels it. */
function useFactorForm(onCancel: AddProps["onCancel"]) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.isTicketExpired) return onCancel(error.message);
    const atField = error instanceof ApiError ? byPath(error.errors)["code"] : undefined;
    setProblem(atField ?? problemText(error));
  };
  /** Sends the trimmed value of the field `name`. */
  const sends = (name: string, send: (value: string) => Promise<void>) => async (event: Event) => {
    event.preventDefault();
    if (form.current === null || isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await send(String(new FormData(form.current).get(name) ?? "").trim());
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { form, problem, setProblem, isBusy, failed, sends };
}

/** Adds an authenticator app: shows a QR code, and asks for the first code of the app. */
export function AddApp({ ticket, onAdded, onCancel }: AddProps) {
  const [key, setKey] = useState<{ readonly secret: string; readonly uri: string } | null>(null);
  const { form, problem, isBusy, failed, sends } = useFactorForm(onCancel);
  useEffect(() => {
    sendRequest(call("POST /api/pwa-auth/second-factor/setup/totp", { body: { ticket } }))
      .then(setKey)
      .catch(failed);
  }, [ticket]);
  const onSubmit = sends("code", async (code) => onAdded(await complete(ticket, { code })));
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <p>{t(msg("Scan this QR code with an authenticator app, then enter the code that the app shows."))}</p>
      <div class="two-step-key">
        {key && <Qr text={key.uri} name={t(msg("QR code for the authenticator app"))} />}
        <p>
          {t(msg("Or enter this key in the app:"))}
          <br />
          <code>{key?.secret.match(/.{1,4}/g)?.join(" ")}</code>
        </p>
      </div>
      <TextField
        name="code"
        label={t(msg("Code from the app"))}
        autocomplete="one-time-code"
        inputMode="numeric"
        maxLength={MAX_ONE_TIME_CODE_LENGTH}
        problem={problem || undefined}
      />
      <Buttons send={msg("Confirm")} canSend={!isBusy && key !== null} onCancel={onCancel} />
    </form>
  );
}

/** Adds a passkey, of this browser, a phone or a security key. */
export function AddPasskey({ ticket, onAdded, onCancel }: AddProps) {
  const { form, problem, setProblem, isBusy, sends } = useFactorForm(onCancel);
  const onSubmit = sends("name", async (name) => {
    const made = await createPasskey(ticket);
    if (made === null)
      setProblem(t(msg("No passkey was added. It was cancelled, or this device has one already.")));
    else await onAdded(await complete(ticket, { ...made, ...(name !== "" && { name }) }));
  });
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <TextField
        name="name"
        label={t(msg("Name of the passkey"))}
        hint={t(msg("For example Office laptop"))}
        maxLength={MAX_DEVICE_NAME_LENGTH}
        problem={problem || undefined}
      />
      <Buttons send={msg("Add passkey")} canSend={!isBusy} onCancel={onCancel} />
    </form>
  );
}

function Buttons(props: { send: Message; canSend: boolean; onCancel: AddProps["onCancel"] }) {
  return (
    <Toolbar>
      <Button kind="primary" type="submit" disabled={!props.canSend}>
        {t(props.send)}
      </Button>
      <Button onClick={() => props.onCancel("")}>{t(msg("Cancel"))}</Button>
    </Toolbar>
  );
}
