import type { ComponentChildren } from "preact";
import { type Message, msg } from "../../domain/message.ts";
import { t, when } from "../i18n/translate.ts";
import type { Answer } from "./use-query.ts";

interface ShownProps<T> {
  readonly answer: Answer<T>;
  /** What is said where the answer holds nothing. */
  readonly empty?: Message;
  readonly isEmpty?: (body: T) => boolean;
  readonly children: (body: T) => ComponentChildren;
}

/** What the server said, with a face for each way in which it may not have: loading, empty, refused, away. */
export function Shown<T>({ answer, empty, isEmpty = isBare, children }: ShownProps<T>) {
  const { body } = answer;
  if (body === null) return <Missing answer={answer} />;
  return (
    <>
      {empty !== undefined && isEmpty(body) ? <p class="quiet">{t(empty)}</p> : children(body)}
      <Age answer={answer} />
    </>
  );
}

const isBare = (body: unknown) => Array.isArray(body) && body.length === 0;

/** Why nothing is shown, and the way on. */
function Missing<T>({ answer: { state, problem, again } }: { readonly answer: Answer<T> }) {
  if (state === "asking" || state === "fresh") return <p class="quiet" />;
  if (state === "late") {
    return (
      <p class="quiet" role="status">
        {t(TEXTS.late)}
      </p>
    );
  }
  const words = { away: TEXTS.away, forbidden: TEXTS.forbidden, absent: TEXTS.absent, failed: TEXTS.failed };
  return (
    <div class="note" role="status">
      <p>{t(words[state])}</p>
      {problem !== null && <p>{problem}</p>}
      {(state === "away" || state === "failed") && (
        <button type="button" class="second" onClick={again}>
          {t(TEXTS.again)}
        </button>
      )}
    </div>
  );
}

/** Of what is shown from before: since when. */
function Age<T>({ answer: { state, at, problem } }: { readonly answer: Answer<T> }) {
  if (at === null || state === "asking" || state === "late" || state === "fresh") return null;
  const words = state === "away" ? t(TEXTS.kept, { at: when(at) }) : (problem ?? t(TEXTS.failed));
  return (
    <p class="quiet kept-since" role="status">
      {words}
    </p>
  );
}

const TEXTS = {
  late: msg("Loading…"),
  away: msg("Not available without a connection."),
  forbidden: msg("You don't have access to this."),
  absent: msg("This record no longer exists."),
  failed: msg("The server could not answer."),
  again: msg("Try again"),
  kept: msg("No connection. Last updated {at}."),
};
