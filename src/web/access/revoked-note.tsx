import { useState } from "preact/hooks";
import { say } from "../../words.ts";
import { Page } from "../app/page.tsx";
import { plural, t } from "../app/words.ts";
import { unsent } from "../outbox/unsent.ts";
import { tryPairing } from "./enter.ts";

/** The box does not know this terminal any more: it sends nothing, loses nothing, and may be paired again. */
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
  title: say("This terminal is not paired any more", "Tento terminál už není spárovaný"),
  why: say(
    "The box does not accept it: its pairing was taken back, or has ended. Nothing is sent from here now.",
    "Zařízení jej nepřijímá: spárování bylo zrušeno, nebo skončilo. Odtud se teď nic neodesílá.",
  ),
  unsent: say(
    "{n} entry is kept here and not sent yet. It is sent after pairing again, or saved as a file for an administrator.|{n} entries are kept here and not sent yet. They are sent after pairing again, or saved as a file for an administrator.",
    "Je zde {n} neodeslaný záznam. Odešle se po novém spárování, nebo jej uložte jako soubor pro správce.|Jsou zde {n} neodeslané záznamy. Odešlou se po novém spárování, nebo je uložte jako soubor pro správce.|Je zde {n} neodeslaných záznamů. Odešlou se po novém spárování, nebo je uložte jako soubor pro správce.",
  ),
  again: say("Ask the box again", "Zeptat se znovu"),
  pair: say("Pair it again", "Znovu spárovat"),
  look: say("What is not sent", "Co není odesláno"),
};
