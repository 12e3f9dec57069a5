import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { loadUsers } from "../../login/known-users.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { Page } from "../../ui/page.tsx";

const POLL_MS = 10_000;

/**
 * Notice that an Admin must confirm this terminal after a restore. It then continues automatically, with all
 * data.
 */
export function UnconfirmedNote() {
  const [isChecking, setChecking] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => loadUsers().catch(reportError), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  async function check(): Promise<void> {
    setChecking(true);
    await loadUsers();
    setChecking(false);
  }
  return (
    <Page title={t(TEXTS.title)}>
      <p class="note is-warning" role="alert">
        {t(TEXTS.why)}
      </p>
      {unsent.value > 0 && <p>{t(TEXTS.unsent, { n: unsent.value })}</p>}
      <div class="stack">
        <button type="button" class="second" disabled={isChecking} onClick={check}>
          {t(TEXTS.again)}
        </button>
      </div>
    </Page>
  );
}

const TEXTS = {
  title: msg("Waiting for an administrator"),
  why: msg(
    "The server's data were restored from a backup. An administrator has to confirm this terminal in the console. It then continues by itself.",
  ),
  unsent: msg(
    "{n, plural, one {# unsent entry is} other {# unsent entries are}} kept here and sent afterwards.",
  ),
  again: msg("Check again"),
};
