import type { Signal } from "@preact/signals";
import { connection, lastResponseAt } from "../../api/connection.ts";
import type { QueryResult } from "../../query/query-state.ts";

/** The current value of a topic of the event stream, for what shows the result of a query. */
export function topicQuery<T>(topic: Signal<T | null>): QueryResult<T> {
  const body = topic.value;
  const state = connection.value === "away" ? "away" : body === null ? "late" : "fresh";
  // The stream reconnects by itself.
  return { state, body, at: lastResponseAt.value, problem: null, refetch: () => {} };
}
