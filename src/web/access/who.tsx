import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { Page } from "../app/page.tsx";
import { go } from "../app/router.ts";
import { t } from "../app/words.ts";
import { device, session, waitsForAdmin } from "../box/tokens.ts";
import { dropUnwanted, loseScan } from "../scanner/scans.ts";
import { useScans } from "../scanner/use-scans.ts";
import { door, keepUser } from "./door.ts";
import type { Person } from "./log-in.ts";
import { findPeople, lastPeople, people } from "./people.ts";
import { PeopleList } from "./people-list.tsx";
import { PersonDoor } from "./person-door.tsx";
import { RevokedNote } from "./revoked-note.tsx";
import { loginEnded } from "./session-end.ts";
import { UnconfirmedNote } from "./unconfirmed-note.tsx";
import { wanted } from "./wanted.ts";
import "./access.css";
import { surface } from "../box/surface.ts";

/** Who works here? The way in at a shared terminal, while nobody is in. */
export function Who() {
  useEffect(() => {
    if (device.value === null) go("/welcome", { replace: true });
  }, [device.value]);
  return <Ask onIn={() => go(wanted(), { replace: true })} />;
}

/** The same before a screen that stays as it is: after the lock, and where somebody else takes over. */
export function Door() {
  return <Ask onIn={() => undefined} />;
}

function Ask({ onIn }: { readonly onIn: () => void }) {
  const [chosen, setChosen] = useState<Person | null>(null);
  // Beneath the door there may be a count of somebody else's.
  useScans(loseScan, true);
  // A notice about a scan leaves with the screen on which it came.
  useLayoutEffect(() => dropUnwanted, []);
  const choose = (person: Person | null) => {
    dropUnwanted();
    setChosen(person);
  };
  // What stands below the list comes with it: a button that moves under the finger lets the wrong one in.
  const [isLooked, setLooked] = useState(false);
  useEffect(() => {
    findPeople()
      .catch(surface)
      .finally(() => setLooked(true));
  }, []);
  if (device.value?.isRevoked) return <RevokedNote />;
  if (waitsForAdmin.value) return <UnconfirmedNote />;
  if (chosen !== null) return <PersonDoor person={chosen} onBack={() => choose(null)} onIn={onIn} />;
  return (
    <Page title={t(door.value === "locked" ? TEXTS.locked : TEXTS.who)}>
      {loginEnded.value !== null && (
        <p class="note is-warning" role="status">
          {t(loginEnded.value)}
        </p>
      )}
      {door.value === "locked" && <p>{t(TEXTS.kept)}</p>}
      <PeopleList onChoose={choose} />
      {door.value === "changing" && (people.value !== null || isLooked) && (
        <div class="stack">
          <button type="button" class="second" onClick={keepUser}>
            {t(TEXTS.keep, { name: session.value?.user.fullName ?? "" })}
          </button>
        </div>
      )}
      {people.value !== null && lastPeople.value.length === 0 && <p class="quiet">{t(TEXTS.first)}</p>}
    </Page>
  );
}

const TEXTS = {
  who: msg("Who's counting?", "Kdo počítá?"),
  locked: msg("Locked", "Zamčeno"),
  kept: msg(
    "This terminal locked after a while without use. All counts are kept. Tap your name to continue.",
    "Terminál se po chvíli nečinnosti zamkl. Všechny počty zůstaly uložené. Pokračujte klepnutím na své jméno.",
  ),
  keep: msg("Continue as {name}", "Pokračovat jako {name}"),
  first: msg("Tap your name, then enter your PIN.", "Klepněte na své jméno a zadejte svůj PIN."),
};
