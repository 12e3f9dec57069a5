import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { StoredSession } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { canUsePasskeys } from "../../login/passkeys.ts";
import { Button } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { CopyButton } from "../programs/copy-button.tsx";
import { AddApp, type Added, AddPasskey } from "./add-factor.tsx";
import "./two-step.css";

interface SetUpProps {
  readonly ticket: string;
  readonly onDone: (login: StoredSession) => Promise<void>;
  /** Starts the login again. `reason`: shown as an error, empty if the user cancelled. */
  readonly onBack: (reason: string) => void;
}

/** Sets up the first second factor at the login of a user whose role requires one. */
export function SetUpAtLogin({ ticket, onDone, onBack }: SetUpProps) {
  const [way, setWay] = useState<"app" | "passkey" | null>(canUsePasskeys() ? null : "app");
  const [added, setAdded] = useState<Added | null>(null);
  if (added !== null) {
    return <RecoveryCodes isFirst codes={added.recoveryCodes ?? []} onDone={() => onDone(added.login)} />;
  }
  const cancel = (reason: string) => (reason === "" && canUsePasskeys() ? setWay(null) : onBack(reason));
  return (
    <>
      <p>{t(msg("Your role requires two-step login. Set up a second factor to continue."))}</p>
      {way === null && (
        <div class="stack">
          <Button kind="primary" onClick={() => setWay("app")}>
            {t(msg("Set up authenticator app"))}
          </Button>
          <Button onClick={() => setWay("passkey")}>{t(msg("Set up passkey"))}</Button>
          <Button onClick={() => onBack("")}>{t(msg("Back"))}</Button>
        </div>
      )}
      {way === "app" && <AddApp ticket={ticket} onAdded={setAdded} onCancel={cancel} />}
      {way === "passkey" && <AddPasskey ticket={ticket} onAdded={setAdded} onCancel={cancel} />}
    </>
  );
}

interface CodesProps {
  readonly codes: readonly string[];
  /** Called with true for the first second factor, which logs personal devices out. */
  readonly isFirst: boolean;
  readonly onDone: () => void;
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, isFirst, onDone }: CodesProps) {
  return (
    <div class="recovery-codes">
      <h3>{t(msg("Recovery codes"))}</h3>
      <p>
        {t(
          msg(
            "Each code works once, if you lose the app or the passkey. Keep them in a safe place: they are shown only now.",
          ),
        )}
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {isFirst && (
        <p class="no-print">
          {t(
            msg(
              "Pair your personal devices again: those paired before do not work until then. Shared terminals go on.",
            ),
          )}
        </p>
      )}
      <Toolbar class="no-print">
        <Button onClick={() => print()}>{t(msg("Print"))}</Button>
        <CopyButton text={codes.join("\n")} kind="secondary" />
        <Button kind="primary" onClick={onDone}>
          {t(msg("I have saved them"))}
        </Button>
      </Toolbar>
    </div>
  );
}
