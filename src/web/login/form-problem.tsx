import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { ApiError, ServerUnreachable } from "../api/errors.ts";
import { NotLoggedIn } from "../api/tokens.ts";
import { t } from "../i18n/translate.ts";
import { Qr } from "../scanner/qr.tsx";
import { Banner } from "../ui/banner.tsx";
import { BlockedNote, blockLogin, isLocked, useBlockedSeconds } from "./blocked-login.tsx";

/** Why the server rejected a form. */
interface Problem {
  readonly is: "refused" | "away" | "blocked" | "locked" | "unsafe";
  /** The server's message. */
  readonly message: string;
  /** The HTTPS address that accepts the form. */
  readonly address: string | null;
}

const problemAs = (is: Problem["is"], message = "", address: string | null = null): Problem => ({
  is,
  message,
  address,
});

/**
 * Maps an error of a form to a problem. `subject`: the user or secret that the server blocks after too many
 * attempts. Returns null where the login has ended, which the lock screen shows. Throws other errors.
 */
function problemOf(error: unknown, subject: string): Problem | null {
  if (error instanceof NotLoggedIn) return null;
  if (error instanceof ServerUnreachable) return problemAs("away");
  if (!(error instanceof ApiError)) throw error;
  if (isLocked(error)) return problemAs("locked", error.message);
  if (error.status === 429) {
    blockLogin(subject, error.retryAfter ?? 30);
    return problemAs("blocked");
  }
  const address = /https:\/\/[^\s"]+/.exec(error.message)?.[0] ?? null;
  const is = error.status === 403 && address !== null ? "unsafe" : "refused";
  return problemAs(is, error.message, address);
}

interface Failure {
  readonly problem: Problem | null;
  /** Seconds until the next attempt. */
  readonly blockedSeconds: number;
}

/** The attempts of a form with a secret: one at a time, and none while the server blocks them. */
interface Attempts {
  /** Why there was no success, for `FormProblem`. */
  readonly failure: Failure;
  /** No attempt can be made now. */
  readonly isOff: boolean;
  /** Makes an attempt. `isHandled` gets its error first; true: it is no problem of the form. */
  readonly attempt: (
    work: () => Promise<unknown>,
    isHandled?: (error: unknown) => boolean | Promise<boolean>,
  ) => Promise<void>;
  /** Shows why the form was rejected; empty: it was not. */
  readonly refuse: (message: string) => void;
}

/** The attempts about a user or secret that the server blocks after too many. */
export function useAttempts(subject: string): Attempts {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const blockedSeconds = useBlockedSeconds(subject);
  const isOff = isBusy || blockedSeconds > 0;
  const attempt: Attempts["attempt"] = async (work, isHandled) => {
    if (isOff) return;
    setProblem(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(await isHandled?.(error))) setProblem(problemOf(error, subject));
    } finally {
      setBusy(false);
    }
  };
  const refuse = (message: string) => setProblem(message === "" ? null : problemAs("refused", message));
  return { failure: { problem, blockedSeconds }, isOff, attempt, refuse };
}

interface ProblemProps extends Failure {
  /** What to do after a rejection. */
  readonly hint: string;
}

/** Shows the problem of a form, and what to do. */
export function FormProblem({ problem, blockedSeconds, hint }: ProblemProps) {
  if (blockedSeconds > 0) return <BlockedNote seconds={blockedSeconds} />;
  if (problem === null || problem.is === "blocked") return <div role="alert" />;
  if (problem.is === "away") {
    return (
      <Banner tone="warning" role="alert">
        {t(
          msg(
            "The server is not responding. Check that this device is on the server's network, then try again.",
          ),
        )}
      </Banner>
    );
  }
  return (
    <Banner role="alert">
      <p class="error-text">{problem.message}</p>
      {problem.is === "refused" && <p>{hint}</p>}
      {problem.address !== null && (
        <>
          <p>
            <a href={problem.address}>{problem.address}</a>
          </p>
          <Qr text={problem.address} name={problem.address} />
          <p>
            <a href="/trust">{t(msg("If the browser shows a security warning"))}</a>
          </p>
        </>
      )}
    </Banner>
  );
}
