import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { Page } from "../../ui/page.tsx";
import { retryPairing } from "./pin-login.ts";

/**
 * Notice that the pairing of this terminal has ended. It sends nothing until it is paired again, and keeps
 * all data.
 */
export function RevokedNote() {
  const [message, setMessage] = useState("");
  const retry = async () => setMessage(await retryPairing());
  return (
    <Page title={t(TEXTS.title)}>
      <p class="note is-bad" role="alert">
        {t(TEXTS.why)}
      </p>
      {unsent.value > 0 && <p>{t(TEXTS.unsent, { n: unsent.value })}</p>}
      <p role="status">{message}</p>
      <div class="stack">
        <a class="button" href="#/pair">
          {t(TEXTS.pair)}
        </a>
        <button type="button" class="second" onClick={retry}>
          {t(TEXTS.again)}
        </button>
        {unsent.value > 0 && (
          <a class="button second" href="#/unsent">
            {t(TEXTS.look)}
          </a>
        )}
      </div>
    </Page>
  );
}

const TEXTS = {
  title: msg("This terminal is no longer paired"),
  why: msg("Its pairing was revoked or has ended. Nothing is sent from here."),
  unsent: msg(
    "{n, plural, one {# unsent entry is kept here. Pair the terminal again to send it, or save it} other {# unsent entries are kept here. Pair the terminal again to send them, or save them}} as a file for an administrator.",
  ),
  again: msg("Check again"),
  pair: msg("Pair again"),
  look: msg("Unsent entries"),
};
