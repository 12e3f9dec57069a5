import { computed, signal } from "@preact/signals";

// Whether the server is there is known from its last real answer alone: `navigator.onLine` says that there is a Wi-Fi, not that
// the server can be reached by it.

/** `there`: it answered last time; `away`: it did not; `unknown`: it was not asked yet. */
export type Connection = "unknown" | "there" | "away";

/** As the last attempt ended. */
export const connection = signal<Connection>("unknown");
/** When the server last answered, ms since 1970 by this device's clock; null: not in this page's life. */
export const lastResponseAt = signal<number | null>(null);
/** No request can come through now. */
export const isUnreachable = computed(() => connection.value === "away");

/** Notes a real answer. */
export function markReachable(): void {
  connection.value = "there";
  lastResponseAt.value = Date.now();
}

/** Notes that no answer came. */
export function markUnreachable(): void {
  connection.value = "away";
}
