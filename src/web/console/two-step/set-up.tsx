import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { StoredSession } from "../../db/values.ts";
import { t } from "../../i18n/translate.ts";
import { AddApp, type Added, AddPasskey } from "./add-factor.tsx";
import { canUsePasskeys } from "./passkeys.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface SetUpProps {
  readonly ticket: string;
  readonly onDone: (login: StoredSession) => Promise<void>;
  /** Begins the login anew; `words`: why, where the user did not ask for it. */
  readonly onBack: (words: string) => void;
}

/** The first second factor of somebody whose role demands one, at the login. */
export function SetUpAtLogin({ ticket, onDone, onBack }: SetUpProps) {
  const [way, setWay] = useState<"app" | "passkey" | null>(canUsePasskeys() ? null : "app");
  const [added, setAdded] = useState<Added | null>(null);
  if (added !== null) {
    return <RecoveryCodes isFirst codes={added.recoveryCodes ?? []} onDone={() => onDone(added.login)} />;
  }
  const cancel = (words: string) => (words === "" && canUsePasskeys() ? setWay(null) : onBack(words));
  return (
    <>
      <p>{t(TEXTS.why)}</p>
      {way === null && (
        <div class="stack">
          <button type="button" onClick={() => setWay("app")}>
            {t(TEXTS.app)}
          </button>
          <button type="button" class="second" onClick={() => setWay("passkey")}>
            {t(TEXTS.passkey)}
          </button>
          <button type="button" class="second" onClick={() => onBack("")}>
            {t(TEXTS.back)}
          </button>
        </div>
      )}
      {way === "app" && <AddApp ticket={ticket} onAdded={setAdded} onCancel={cancel} />}
      {way === "passkey" && <AddPasskey ticket={ticket} onAdded={setAdded} onCancel={cancel} />}
    </>
  );
}

const TEXTS = {
  why: msg("Your role requires two-step login. Set up a second factor to continue."),
  app: msg("Set up authenticator app"),
  passkey: msg("Set up passkey"),
  back: msg("Back"),
};
