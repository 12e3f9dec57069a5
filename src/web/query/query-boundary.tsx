import type { ComponentChildren, VNode } from "preact";
import { isMessage, type Message, msg } from "../../domain/message.ts";
import { t, when } from "../i18n/translate.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { isLoading, type QueryResult } from "./query-state.ts";

interface BoundaryProps<T> {
  readonly query: QueryResult<T>;
  /** Shown where the body is empty: a short text, or an `EmptyState`. */
  readonly empty?: Message | VNode;
  readonly isEmpty?: (body: T) => boolean;
  /** Shown while the body is loading, for example the head of its table; absent: a message after a moment. */
  readonly loading?: ComponentChildren;
  readonly children: (body: T) => ComponentChildren;
}

/** Shows the body of a query, or its state: loading, empty, rejected, no connection. */
export function QueryBoundary<T>({
  query,
  empty,
  isEmpty = isEmptyArray,
  loading,
  children,
}: BoundaryProps<T>) {
  const { body, state } = query;
  if (loading !== undefined && isLoading(query)) {
    return (
      <>
        <p class="sr-only" role="status">
          {state === "late" ? t(msg("Loading…")) : ""}
        </p>
        {loading}
      </>
    );
  }
  if (body === null) return <LoadError query={query} />;
  return (
    <>
      {empty === undefined || !isEmpty(body) ? (
        children(body)
      ) : isMessage(empty) ? (
        <p class="muted">{t(empty)}</p>
      ) : (
        empty
      )}
      <Age query={query} />
    </>
  );
}

const isEmptyArray = (body: unknown) => Array.isArray(body) && body.length === 0;

/** Says why there is no body, with a button to try again. */
function LoadError<T>({ query: { state, problem, refetch } }: { readonly query: QueryResult<T> }) {
  if (state === "loading" || state === "fresh") return <p class="muted" />;
  if (state === "late") {
    return (
      <p class="muted" role="status">
        {t(msg("Loading…"))}
      </p>
    );
  }
  return (
    <Banner role="status">
      <p>{t(LOAD_ERRORS[state])}</p>
      {problem !== null && <p>{problem}</p>}
      {(state === "away" || state === "failed") && <Button onClick={refetch}>{t(msg("Try again"))}</Button>}
    </Banner>
  );
}

/** Says why a stored body is not newer: the last error of the server, else its age. */
function Age<T>({ query: { state, at, problem } }: { readonly query: QueryResult<T> }) {
  if (at === null || state === "loading" || state === "fresh") return null;
  // The bar at the top says whether there is a connection.
  const text = problem ?? t(msg("Last updated {at}."), { at: when(at) });
  return (
    <p class="muted kept-since" role="status">
      {text}
    </p>
  );
}

const LOAD_ERRORS = {
  away: msg("Not available without a connection."),
  forbidden: msg("You don't have access to this."),
  absent: msg("This record no longer exists."),
  failed: msg("The server could not answer."),
};

/** Why a query has no body; null: it may still come. */
export function loadErrorText({ body, state, problem }: QueryResult<unknown>): string | null {
  if (body !== null || state === "loading" || state === "late" || state === "fresh") return null;
  return [t(LOAD_ERRORS[state]), problem].filter((text) => text !== null).join(" ");
}
