import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { LoginAlarm, LoginLock } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import type { LiveQuery } from "../realtime/use-live-query.ts";
import { unlock } from "./login-locks.ts";

interface UnlockProps {
  readonly user: LoginLock["user"];
  readonly answer: LiveQuery<LoginAlarm>;
}

/** Unlocks a user's PIN and password everywhere. */
export function UnlockButton({ user, answer }: UnlockProps) {
  const [isBusy, setBusy] = useState(false);
  async function onClick(): Promise<void> {
    setBusy(true);
    await unlock(user, answer);
    setBusy(false);
  }
  return (
    <button
      type="button"
      class="second"
      disabled={isBusy}
      aria-label={t(TEXTS.unlockName, { name: user.fullName })}
      onClick={onClick}
    >
      {t(TEXTS.unlock)}
    </button>
  );
}

const TEXTS = {
  unlock: msg("Unlock"),
  unlockName: msg("Unlock {name}"),
};
