import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { plural, t } from "../../i18n/translate.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { Page } from "../../ui/page.tsx";
import { tryPairing } from "./pin-login.ts";

/** The server does not know this terminal any more: it sends nothing, loses nothing, and may be paired again. */
export function RevokedNote() {
  const [told, setTold] = useState("");
  const again = async () => setTold(await tryPairing());
  return (
    <Page title={t(TEXTS.title)}>
      <p class="note is-bad" role="alert">
        {t(TEXTS.why)}
      </p>
      {unsent.value > 0 && <p>{plural(unsent.value, TEXTS.unsent)}</p>}
      <p role="status">{told}</p>
      <div class="stack">
        <a class="button" href="#/pair">
          {t(TEXTS.pair)}
        </a>
        <button type="button" class="second" onClick={again}>
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
  title: msg("This terminal is no longer paired", "Tento terminál už není spárovaný"),
  why: msg(
    "Its pairing was revoked or has ended. Nothing is sent from here.",
    "Spárování bylo zrušeno, nebo skončilo. Odtud se nic neodesílá.",
  ),
  unsent: msg(
    "{n} unsent entry is kept here. Pair the terminal again to send it, or save it as a file for an administrator.|{n} unsent entries are kept here. Pair the terminal again to send them, or save them as a file for an administrator.",
    "Je zde {n} neodeslaný záznam. Odešle se po novém spárování, nebo jej uložte jako soubor pro správce.|Jsou zde {n} neodeslané záznamy. Odešlou se po novém spárování, nebo je uložte jako soubor pro správce.|Je zde {n} neodeslaných záznamů. Odešlou se po novém spárování, nebo je uložte jako soubor pro správce.",
  ),
  again: msg("Check again", "Zkontrolovat znovu"),
  pair: msg("Pair again", "Znovu spárovat"),
  look: msg("Unsent entries", "Neodeslané záznamy"),
};
