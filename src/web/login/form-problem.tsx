import { msg } from "../../domain/message.ts";
import { ApiError, ServerUnreachable } from "../api/errors.ts";
import { NotLoggedIn } from "../api/tokens.ts";
import { t } from "../i18n/translate.ts";
import { Qr } from "../scanner/label-picture.tsx";
import { Banner } from "../ui/banner.tsx";
import { BlockedNote, blockLogin, isLocked } from "./blocked-login.tsx";

/** Why the server rejected a form. */
export interface Problem {
  readonly is: "refused" | "away" | "blocked" | "locked" | "unsafe";
  /** The server's message. */
  readonly message: string;
  /** The HTTPS address that accepts the form. */
  readonly address: string | null;
}

/**
 * Maps an error of a form to a problem. `subject`: the user or secret that the server blocks after too many
 * attempts. Returns null where the login has ended, which the lock screen shows. Throws other errors.
 */
export function problemOf(error: unknown, subject: string): Problem | null {
  if (error instanceof NotLoggedIn) return null;
  if (error instanceof ServerUnreachable) return { is: "away", message: "", address: null };
  if (!(error instanceof ApiError)) throw error;
  if (isLocked(error)) return { is: "locked", message: error.message, address: null };
  if (error.status === 429) {
    blockLogin(subject, error.retryAfter ?? 30);
    return { is: "blocked", message: error.message, address: null };
  }
  const address = /https:\/\/[^\s"]+/.exec(error.message)?.[0] ?? null;
  const is = error.status === 403 && address !== null ? "unsafe" : "refused";
  return { is, message: error.message, address };
}

interface ProblemProps {
  readonly problem: Problem | null;
  /** Seconds until the next attempt. */
  readonly blockedSeconds: number;
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
