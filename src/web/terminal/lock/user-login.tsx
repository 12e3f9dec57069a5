import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { connection } from "../../api/connection.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { BlockedNote, blockLogin, isLocked, useBlockedSeconds } from "../../login/blocked-login.tsx";
import { unlockUnconfirmed } from "../../login/lock-screen.ts";
import type { Person } from "../../login/log-in.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { isCurrentUser, isServerReachable, logInAtTerminal } from "./pin-login.ts";
import { PinPad } from "./pin-pad.tsx";

interface UserLoginProps {
  readonly person: Person;
  readonly onBack: () => void;
  readonly onLoggedIn: () => void;
}

/** The PIN entry of a user. Without a connection the current user can continue, others must wait. */
export function UserLogin({ person, onBack, onLoggedIn }: UserLoginProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const subject = `pin ${person.id}`;
  const blockedSeconds = useBlockedSeconds(subject);
  useEffect(() => {
    isServerReachable().catch(reportError);
  }, []);

  async function tryPin(pin: string): Promise<void> {
    setProblem(null);
    try {
      await logInAtTerminal(person, pin);
      onLoggedIn();
    } catch (error) {
      if (error instanceof ApiError && error.status === 429 && !isLocked(error))
        blockLogin(subject, error.retryAfter ?? 30);
      else setProblem(messageOf(error));
    }
  }
  async function continueUnconfirmed(): Promise<void> {
    await unlockUnconfirmed();
    onLoggedIn();
  }

  if (connection.value === "away")
    return <NoConnection person={person} onBack={onBack} onContinue={continueUnconfirmed} />;
  return (
    <Page title={person.fullName} titleActions={<OtherPerson onBack={onBack} />}>
      <div class="pin-text">
        <BlockedNote seconds={blockedSeconds} />
        <p class="error-text" role="alert">
          {problem}
        </p>
      </div>
      <PinPad
        isHeld={blockedSeconds > 0}
        onPin={tryPin}
        onScan={() => setProblem(t(msg("Enter your PIN first. The scanned code was not counted.")))}
      />
    </Page>
  );
}

const POLL_MS = 3000;

interface NoConnectionProps {
  readonly person: Person;
  readonly onBack: () => void;
  readonly onContinue: () => Promise<void>;
}

function NoConnection({ person, onBack, onContinue }: NoConnectionProps) {
  const [isChecking, setChecking] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => isServerReachable().catch(reportError), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  async function check(): Promise<void> {
    setChecking(true);
    await isServerReachable();
    setChecking(false);
  }
  return (
    <Page title={person.fullName} titleActions={<OtherPerson onBack={onBack} />}>
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
          <Button onClick={onContinue}>{t(msg("Continue as {name}"), { name: person.fullName })}</Button>
        )}
        <Button kind="secondary" disabled={isChecking} onClick={check}>
          {t(msg("Try again"))}
        </Button>
      </div>
    </Page>
  );
}

function OtherPerson({ onBack }: { readonly onBack: () => void }) {
  return (
    <Button kind="secondary" icon="back" onClick={onBack}>
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
