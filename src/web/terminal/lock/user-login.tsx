import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ApiError, ServerUnreachable } from "../../api/ask.ts";
import { connection } from "../../api/connection.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { blockLogin, isLocked, useBlockedSeconds } from "../../login/blocked-login.ts";
import { BlockedNote } from "../../login/blocked-note.tsx";
import { unlockUnconfirmed } from "../../login/lock-screen.ts";
import type { Person } from "../../login/log-in.ts";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { isHere, isServerReachable, logInAtTerminal } from "./pin-login.ts";
import { PinPad } from "./pin-pad.tsx";

interface DoorProps {
  readonly person: Person;
  readonly onBack: () => void;
  readonly onIn: () => void;
}

/** One person's PIN; without the server the one who was in goes on, and others wait. */
export function UserLogin({ person, onBack, onIn }: DoorProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const subject = `pin ${person.id}`;
  const held = useBlockedSeconds(subject);
  useEffect(() => {
    isServerReachable().catch(reportError);
  }, []);

  async function tryPin(pin: string): Promise<void> {
    setProblem(null);
    try {
      await logInAtTerminal(person, pin);
      onIn();
    } catch (error) {
      if (error instanceof ApiError && error.status === 429 && !isLocked(error))
        blockLogin(subject, error.retryAfter ?? 30);
      else setProblem(wordsOf(error));
    }
  }
  async function goOn(): Promise<void> {
    await unlockUnconfirmed();
    onIn();
  }

  if (connection.value === "away") return <Away person={person} onBack={onBack} onGoOn={goOn} />;
  return (
    <Page title={person.fullName} beside={<OtherPerson onBack={onBack} />}>
      <div class="pin-words">
        <BlockedNote seconds={held} />
        <p class="fault" role="alert">
          {problem}
        </p>
      </div>
      <PinPad isHeld={held > 0} onPin={tryPin} onScan={() => setProblem(t(TEXTS.scanned))} />
    </Page>
  );
}

const LOOK_MS = 3000;

interface AwayProps {
  readonly person: Person;
  readonly onBack: () => void;
  readonly onGoOn: () => Promise<void>;
}

function Away({ person, onBack, onGoOn }: AwayProps) {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const looking = setInterval(() => isServerReachable().catch(reportError), LOOK_MS);
    return () => clearInterval(looking);
  }, []);
  async function again(): Promise<void> {
    setAsking(true);
    await isServerReachable();
    setAsking(false);
  }
  return (
    <Page title={person.fullName} beside={<OtherPerson onBack={onBack} />}>
      <div class="note is-warning" role="status">
        <p>{t(isHere(person) ? TEXTS.awayOwn : TEXTS.awayOther, { name: person.fullName })}</p>
      </div>
      <div class="stack">
        {isHere(person) && (
          <button type="button" onClick={onGoOn}>
            {t(TEXTS.goOn, { name: person.fullName })}
          </button>
        )}
        <button type="button" class="second" disabled={isAsking} onClick={again}>
          {t(TEXTS.again)}
        </button>
      </div>
    </Page>
  );
}

function OtherPerson({ onBack }: { readonly onBack: () => void }) {
  return (
    <button type="button" class="second" onClick={onBack}>
      <Icon name="back" size={20} />
      {t(TEXTS.other)}
    </button>
  );
}

/** Why somebody was not let in; "" where the screen itself changes. */
function wordsOf(error: unknown): string {
  if (error instanceof NotLoggedIn || error instanceof ServerUnreachable) return "";
  return error instanceof ApiError ? error.message : t(TEXTS.broken, { why: String(error) });
}

const TEXTS = {
  broken: msg("Something went wrong: {why}"),
  scanned: msg("Enter your PIN first. The scanned code was not counted."),
  other: msg("Switch user"),
  goOn: msg("Continue as {name}"),
  again: msg("Try again"),
  awayOwn: msg(
    "No connection, so the PIN can't be checked now. You were logged in here, so you can continue counting. When the server answers, enter your PIN.",
  ),
  awayOther: msg(
    "No connection, so the PIN of {name} can't be checked. Wait for the connection. Whoever was logged in here can continue.",
  ),
};
