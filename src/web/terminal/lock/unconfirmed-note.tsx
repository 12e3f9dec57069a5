import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { loadUsers } from "../../login/known-users.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { Page } from "../../ui/page.tsx";

const LOOK_MS = 10_000;

/** The server's data were restored: this terminal loses nothing, and goes on by itself once an Admin has confirmed it. */
export function UnconfirmedNote() {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const looking = setInterval(() => loadUsers().catch(reportError), LOOK_MS);
    return () => clearInterval(looking);
  }, []);
  async function again(): Promise<void> {
    setAsking(true);
    await loadUsers();
    setAsking(false);
  }
  return (
    <Page title={t(TEXTS.title)}>
      <p class="note is-warning" role="alert">
        {t(TEXTS.why)}
      </p>
      {unsent.value > 0 && <p>{t(TEXTS.unsent, { n: unsent.value })}</p>}
      <div class="stack">
        <button type="button" class="second" disabled={isAsking} onClick={again}>
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
