import { msg } from "../../domain/message.ts";
import { ApiError, ServerUnreachable } from "../api/ask.ts";
import { NotLoggedIn } from "../api/tokens.ts";
import { t } from "../i18n/translate.ts";
import { Qr } from "../scanner/label-picture.tsx";
import { blockLogin, isLocked } from "./blocked-login.ts";
import { BlockedNote } from "./blocked-note.tsx";

/** Why the server did not take a form. */
export interface Problem {
  readonly is: "refused" | "away" | "held" | "locked" | "unsafe";
  /** The server's sentence. */
  readonly words: string;
  /** Where it would take it: its address over HTTPS. */
  readonly address: string | null;
}

/** What an error of a form comes to; `subject`: whom the server holds up where there were too many guesses. Null where the login has ended: the door tells of that. Throws what is none of the server. */
export function problemOf(error: unknown, subject: string): Problem | null {
  if (error instanceof NotLoggedIn) return null;
  if (error instanceof ServerUnreachable) return { is: "away", words: "", address: null };
  if (!(error instanceof ApiError)) throw error;
  if (isLocked(error)) return { is: "locked", words: error.message, address: null };
  if (error.status === 429) {
    blockLogin(subject, error.retryAfter ?? 30);
    return { is: "held", words: error.message, address: null };
  }
  const address = /https:\/\/[^\s"]+/.exec(error.message)?.[0] ?? null;
  const is = error.status === 403 && address !== null ? "unsafe" : "refused";
  return { is, words: error.message, address };
}

interface NoteProps {
  readonly problem: Problem | null;
  /** Seconds that the server wants to pass. */
  readonly held: number;
  /** What to do where it was refused. */
  readonly hint: string;
}

/** Says what went wrong with a form, and what to do about it. */
export function FormProblem({ problem, held, hint }: NoteProps) {
  if (held > 0) return <BlockedNote seconds={held} />;
  if (problem === null || problem.is === "held") return <div role="alert" />;
  if (problem.is === "away") {
    return (
      <div class="note is-warning" role="alert">
        {t(TEXTS.away)}
      </div>
    );
  }
  return (
    <div class="note" role="alert">
      <p class="fault">{problem.words}</p>
      {problem.is === "refused" && <p>{hint}</p>}
      {problem.address !== null && (
        <>
          <p>
            <a href={problem.address}>{problem.address}</a>
          </p>
          <Qr text={problem.address} name={problem.address} />
          <p>
            <a href="/trust">{t(TEXTS.trust)}</a>
          </p>
        </>
      )}
    </div>
  );
}

const TEXTS = {
  away: msg(
    "The server is not responding. Check that this device is on the server's network, then try again.",
  ),
  trust: msg("If the browser shows a security warning"),
};
