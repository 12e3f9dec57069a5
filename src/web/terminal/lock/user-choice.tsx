import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { connection } from "../../api/connection.ts";
import { lockState } from "../../api/screen-cover.ts";
import { device, NotLoggedIn, session, waitsForAdmin } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { inOrder, loadUsers, people, recentUserIds, SEARCH_FROM } from "../../login/known-users.ts";
import { cancelUserChange, unlockUnconfirmed } from "../../login/lock-screen.ts";
import { type Person, takeWantedPath } from "../../login/log-in.ts";
import { loginEnded } from "../../login/session-end.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { go } from "../../router/router.ts";
import { dropUnwanted, loseScan } from "../../scanner/scans.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { useTapGuard } from "../../ui/double-tap.ts";
import { Page } from "../../ui/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Problem as ActionError, useAction } from "../../ui/use-action.tsx";
import { isKioskLeft, returnToKiosk } from "../custody/kiosk-state.ts";
import { isCurrentUser, isServerReachable, logInAtTerminal, retryPairing } from "./pin-login.ts";
import "../login/login.css";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { BlockedNote, blockLogin, isLocked, useBlockedSeconds } from "../../login/blocked-login.tsx";
import { PinPad } from "./pin-pad.tsx";

/** `#/who`: the user choice of a shared terminal. */
export function UserChoiceScreen() {
  // Not by the form: the login may come from another tab.
  useEffect(() => {
    if (device.value === null) go("/welcome", { replace: true });
    else if (session.value !== null) go(takeWantedPath(), { replace: true });
  }, [device.value, session.value]);
  return <UserChoice />;
}

/** The user choice: a screen, or above the current one while it is locked or the user changes. */
export function UserChoice() {
  const [chosen, setChosen] = useState<Person | null>(null);
  // A screen of another user may be mounted below.
  useScans((scan) => (isKioskLeft.value ? returnToKiosk() : loseScan(scan, true)), true);
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
  if (chosen !== null) return <UserLogin person={chosen} onBack={() => choose(null)} />;
  return (
    <Page isStart title={t(lockState.value === "locked" ? msg("Locked") : msg("Who's counting?"))}>
      {loginEnded.value !== null && (
        <Banner tone="warning" role="status">
          {t(loginEnded.value)}
        </Banner>
      )}
      {lockState.value === "locked" && (
        <p>
          {t(
            msg(
              "This terminal locked after a while without use. All counts are kept. Tap your name to continue.",
            ),
          )}
        </p>
      )}
      <UserList onChoose={choose} />
      {lockState.value === "changing" && (people.value !== null || hasLoaded) && (
        <div class="stack">
          <Button onClick={cancelUserChange}>
            {t(msg("Continue as {name}"), { name: session.value?.user.fullName ?? "" })}
          </Button>
        </div>
      )}
      {isKioskLeft.value && (
        <div class="stack">
          <Button icon="hand" onClick={returnToKiosk}>
            {t(msg("Hand-overs by badge"))}
          </Button>
        </div>
      )}
      {people.value !== null && recentUserIds.value.length === 0 && (
        <p class="muted">{t(msg("Tap your name, then enter your PIN."))}</p>
      )}
    </Page>
  );
}

/** A tile for each user who can log in. */
function UserList({ onChoose }: { readonly onChoose: (person: Person) => void }) {
  const [query, setQuery] = useState("");
  const all = people.value;
  // The server's list, or another tab's login, may come while the names are shown.
  useTapGuard(
    inOrder(all ?? [], recentUserIds.value, "").map(({ id }) => id),
    ".tiles *",
  );
  if (all === null) return <NoUsers />;
  const shown = inOrder(all, recentUserIds.value, query);
  return (
    <>
      {all.length >= SEARCH_FROM && (
        <SearchField label={t(msg("Search by name"))} value={query} onValue={setQuery} />
      )}
      <ul class="tiles">
        {shown.map((person) => (
          <li key={person.id}>
            <Button onClick={() => onChoose(person)}>
              <span>{person.fullName}</span>
              {isCurrentUser(person) && <small>{t(msg("last used here"))}</small>}
            </Button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p role="status">{t(msg("No matching names."))}</p>}
    </>
  );
}

function NoUsers() {
  if (connection.value !== "away") return <p class="muted">{t(msg("Loading users…"))}</p>;
  return (
    <Banner tone="warning">
      {t(
        msg(
          "The server is not responding, so nobody can log in yet. Check the Wi-Fi. This page continues by itself.",
        ),
      )}
    </Banner>
  );
}

const POLL_MS = 10_000;

/**
 * Notice that an Admin must confirm this terminal after a restore. It then continues automatically, with all
 * data.
 */
function UnconfirmedNote() {
  const { run, isBusy, problem } = useAction();
  useEffect(() => {
    const timer = setInterval(() => loadUsers().catch(reportError), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Page isStart title={t(msg("Waiting for an administrator"))}>
      <Banner tone="warning" role="alert">
        {t(
          msg(
            "The server's data were restored from a backup. An administrator has to confirm this terminal in the console. It then continues by itself.",
          ),
        )}
      </Banner>
      {unsent.value > 0 && (
        <p>
          {t(
            msg(
              "{n, plural, one {# unsent entry is} other {# unsent entries are}} kept here and sent afterwards.",
            ),
            { n: unsent.value },
          )}
        </p>
      )}
      <ActionError text={problem} />
      <div class="stack">
        <Button disabled={isBusy} onClick={() => run(loadUsers)}>
          {t(msg("Check again"))}
        </Button>
      </div>
    </Page>
  );
}

/**
 * Notice that the pairing of this terminal has ended. It sends nothing until it is paired again, and keeps
 * all data.
 */
function RevokedNote() {
  const [message, setMessage] = useState("");
  const retry = async () => setMessage(await retryPairing());
  return (
    <Page isStart title={t(msg("This terminal is no longer paired"))}>
      <Banner tone="danger" role="alert">
        {t(msg("Its pairing was revoked or has ended. Nothing is sent from here."))}
      </Banner>
      {unsent.value > 0 && (
        <p>
          {t(
            msg(
              "{n, plural, one {# unsent entry is kept here. Pair the terminal again to send it, or save it} other {# unsent entries are kept here. Pair the terminal again to send them, or save them}} as a file for an administrator.",
            ),
            { n: unsent.value },
          )}
        </p>
      )}
      <p role="status">{message}</p>
      <div class="stack">
        <ButtonLink kind="primary" href="#/pair">
          {t(msg("Pair again"))}
        </ButtonLink>
        <Button onClick={retry}>{t(msg("Check again"))}</Button>
        {unsent.value > 0 && <ButtonLink href="#/unsent">{t(msg("Unsent entries"))}</ButtonLink>}
      </div>
    </Page>
  );
}

interface UserLoginProps {
  readonly person: Person;
  readonly onBack: () => void;
}

/** The PIN entry of a user. Without a connection the current user can continue, others must wait. */
function UserLogin({ person, onBack }: UserLoginProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  const isShown = useRef(true);
  const subject = `pin ${person.id}`;
  const blockedSeconds = useBlockedSeconds(subject);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  useEffect(() => {
    isServerReachable().catch(reportError);
  }, []);

  async function tryPin(pin: string): Promise<void> {
    setProblem(null);
    setChecking(true);
    try {
      await logInAtTerminal(person, pin, () => isShown.current);
    } catch (error) {
      if (error instanceof ApiError && error.status === 429 && !isLocked(error))
        blockLogin(subject, error.retryAfter ?? 30);
      else setProblem(messageOf(error));
    } finally {
      setChecking(false);
    }
  }
  if (connection.value === "away")
    return <NoConnection person={person} onBack={onBack} onContinue={unlockUnconfirmed} />;
  return (
    <Page isStart title={person.fullName} titleActions={<OtherPerson onBack={onBack} isOff={isChecking} />}>
      <div class="pin-text">
        <BlockedNote seconds={blockedSeconds} />
        <p class="error-text" role="alert">
          {problem}
        </p>
      </div>
      <PinPad
        isOff={isChecking || blockedSeconds > 0}
        onPin={tryPin}
        onScan={() => setProblem(t(msg("Enter your PIN first. The scanned code was not counted.")))}
      />
    </Page>
  );
}

const LOGIN_POLL_MS = 3000;

interface NoConnectionProps {
  readonly person: Person;
  readonly onBack: () => void;
  readonly onContinue: () => Promise<void>;
}

function NoConnection({ person, onBack, onContinue }: NoConnectionProps) {
  const [isChecking, setChecking] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => isServerReachable().catch(reportError), LOGIN_POLL_MS);
    return () => clearInterval(timer);
  }, []);
  async function check(): Promise<void> {
    setChecking(true);
    await isServerReachable();
    setChecking(false);
  }
  return (
    <Page isStart title={person.fullName} titleActions={<OtherPerson onBack={onBack} />}>
      <Banner tone="warning" role="status">
        <p>
          {t(
            isCurrentUser(person)
              ? msg(
                  "No connection, so the PIN can't be checked now. You were logged in here, so you can continue counting. When the server answers, enter your PIN.",
                )
              : msg(
                  "No connection, so the PIN of {name} can't be checked. Wait for the connection. Whoever was logged in here can continue.",
                ),
            { name: person.fullName },
          )}
        </p>
      </Banner>
      <div class="stack">
        {isCurrentUser(person) && (
          <Button kind="primary" onClick={onContinue}>
            {t(msg("Continue as {name}"), { name: person.fullName })}
          </Button>
        )}
        <Button disabled={isChecking} onClick={check}>
          {t(msg("Try again"))}
        </Button>
      </div>
    </Page>
  );
}

function OtherPerson({ onBack, isOff = false }: { readonly onBack: () => void; readonly isOff?: boolean }) {
  return (
    <Button icon="back" disabled={isOff} onClick={onBack}>
      {t(msg("Switch user"))}
    </Button>
  );
}

/** The message of a failed login; "" where another notice is shown. */
function messageOf(error: unknown): string {
  if (error instanceof NotLoggedIn || error instanceof ServerUnreachable) return "";
  return error instanceof ApiError
    ? error.message
    : t(msg("Something went wrong: {why}"), { why: String(error) });
}
