import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { lockState } from "../../api/screen-cover.ts";
import { device, session, waitsForAdmin } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";
import { loadUsers, people, recentUserIds } from "../../login/known-users.ts";
import { cancelUserChange } from "../../login/lock-screen.ts";
import type { Person } from "../../login/log-in.ts";
import { loginEnded } from "../../login/session-end.ts";
import { takeWantedPath } from "../../login/wanted-path.ts";
import { go } from "../../router/router.ts";
import { dropUnwanted, loseScan } from "../../scanner/scans.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Page } from "../../ui/page.tsx";
import { RevokedNote } from "./revoked-note.tsx";
import { UnconfirmedNote } from "./unconfirmed-note.tsx";
import { UserList } from "./user-list.tsx";
import { UserLogin } from "./user-login.tsx";
import "../login/login.css";
import { reportError } from "../../errors/report-error.ts";

/** `#/who`: the user choice of a shared terminal. */
export function UserChoiceScreen() {
  useEffect(() => {
    if (device.value === null) go("/welcome", { replace: true });
  }, [device.value]);
  return <UserChoice onLoggedIn={() => go(takeWantedPath(), { replace: true })} />;
}

/** The lock screen above the current screen, also to switch users. */
export function LockScreen() {
  return <UserChoice onLoggedIn={() => undefined} />;
}

function UserChoice({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const [chosen, setChosen] = useState<Person | null>(null);
  // A screen of another user may be mounted below.
  useScans(loseScan, true);
  // Removes the notice of a scan together with its screen.
  useLayoutEffect(() => dropUnwanted, []);
  const choose = (person: Person | null) => {
    dropUnwanted();
    setChosen(person);
  };
  // Rendered together with the list, so that no button moves under the finger.
  const [hasLoaded, setHasLoaded] = useState(false);
  useEffect(() => {
    loadUsers()
      .catch(reportError)
      .finally(() => setHasLoaded(true));
  }, []);
  if (device.value?.isRevoked) return <RevokedNote />;
  if (waitsForAdmin.value) return <UnconfirmedNote />;
  if (chosen !== null)
    return <UserLogin person={chosen} onBack={() => choose(null)} onLoggedIn={onLoggedIn} />;
  return (
    <Page title={t(lockState.value === "locked" ? TEXTS.locked : TEXTS.who)}>
      {loginEnded.value !== null && (
        <p class="note is-warning" role="status">
          {t(loginEnded.value)}
        </p>
      )}
      {lockState.value === "locked" && <p>{t(TEXTS.kept)}</p>}
      <UserList onChoose={choose} />
      {lockState.value === "changing" && (people.value !== null || hasLoaded) && (
        <div class="stack">
          <button type="button" class="second" onClick={cancelUserChange}>
            {t(TEXTS.keep, { name: session.value?.user.fullName ?? "" })}
          </button>
        </div>
      )}
      {people.value !== null && recentUserIds.value.length === 0 && <p class="quiet">{t(TEXTS.first)}</p>}
    </Page>
  );
}

const TEXTS = {
  who: msg("Who's counting?"),
  locked: msg("Locked"),
  kept: msg(
    "This terminal locked after a while without use. All counts are kept. Tap your name to continue.",
  ),
  keep: msg("Continue as {name}"),
  first: msg("Tap your name, then enter your PIN."),
};
