import { useRef, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { useBlockedSeconds } from "../login/blocked-login.ts";
import { changeOwn, type Kind } from "../login/change-own.ts";
import { FormProblem, type Problem, problemOf } from "../login/form-problem.tsx";

const SUBJECT = "own secret";

/** What a change of one's own PIN or password means. */
export const CHANGE_ENDS = msg("Changing it logs you out everywhere else. Paired devices stay paired.");

/** Changes one's own PIN or password, by the old one. */
export function ChangeForm({ kind }: { readonly kind: Kind }) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isDone, setDone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const held = useBlockedSeconds(SUBJECT);
  const words = TEXTS[kind];

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    if (form.current === null || isBusy || held > 0) return;
    const given = new FormData(form.current);
    setProblem(null);
    setDone(false);
    setBusy(true);
    try {
      await changeOwn(kind, String(given.get("old")), String(given.get("new")));
      form.current?.reset();
      setDone(true);
    } catch (error) {
      setProblem(problemOf(error, SUBJECT));
    } finally {
      setBusy(false);
    }
  }

  const numeric = kind === "pin" && { inputMode: "numeric" as const, pattern: "[0-9]{4,6}", maxLength: 6 };
  return (
    <form ref={form} onSubmit={onSubmit}>
      <h2>{t(words.heading)}</h2>
      <label>
        {t(words.old)}
        <input name="old" type="password" required autocomplete="current-password" {...numeric} />
      </label>
      <label>
        {t(words.fresh)}
        <input
          name="new"
          type="password"
          required
          autocomplete="new-password"
          minLength={kind === "pin" ? 4 : 8}
          {...numeric}
        />
      </label>
      <FormProblem problem={problem} held={held} hint={t(words.hint)} />
      <p role="status">{isDone && t(words.done)}</p>
      <div class="stack">
        <button type="submit" class="second" disabled={isBusy || held > 0}>
          {t(words.change)}
        </button>
      </div>
    </form>
  );
}

const TEXTS = {
  pin: {
    heading: msg("PIN"),
    old: msg("Current PIN"),
    fresh: msg("New PIN (4 to 6 digits)"),
    change: msg("Change PIN"),
    done: msg("PIN changed."),
    hint: msg("Enter the PIN that you log in with now."),
  },
  password: {
    heading: msg("Password"),
    old: msg("Current password"),
    fresh: msg("New password (at least 8 characters)"),
    change: msg("Change password"),
    done: msg("Password changed."),
    hint: msg("Enter the password that you log in with now."),
  },
};
