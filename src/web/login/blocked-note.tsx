import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { clockOf } from "./blocked-login.ts";

/** Notice of too many attempts with a countdown. Screen readers announce it once, not the seconds. */
export function BlockedNote({ seconds }: { readonly seconds: number }) {
  if (seconds === 0) return null;
  return (
    <div class="note is-warning">
      <p role="alert">{t(TEXTS.tooMany)}</p>
      <p class="countdown" role="timer" aria-live="off">
        {clockOf(seconds)}
      </p>
    </div>
  );
}

const TEXTS = {
  tooMany: msg("Too many attempts. Try again in"),
};
