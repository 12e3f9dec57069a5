import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { connection } from "../../api/connection.ts";
import { t } from "../../i18n/translate.ts";
import { useDelayed } from "../../ui/use-delayed.ts";

interface StreamBoundaryProps<T> {
  readonly of: Signal<T | null>;
  readonly children: (value: T) => ComponentChildren;
}

/** Renders the current value of a topic; greyed while the server is not reachable. */
export function StreamBoundary<T>({ of, children }: StreamBoundaryProps<T>) {
  const isLate = useDelayed(true);
  const isAway = connection.value === "away";
  if (of.value === null) {
    return (
      <p class="muted" role="status">
        {isAway ? t(msg("The server is not responding.")) : isLate && t(msg("Loading…"))}
      </p>
    );
  }
  return <div class={isAway ? "is-stale" : ""}>{children(of.value)}</div>;
}
