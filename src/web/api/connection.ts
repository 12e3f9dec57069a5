import { computed, signal } from "@preact/signals";

// The state comes from the last response alone. `navigator.onLine` only says that there is a network, not
// that the server can be reached.

/** `there`: the last request got a response; `away`: it did not; `unknown`: no request yet. */
type Connection = "unknown" | "there" | "away";

/** The result of the last request. */
export const connection = signal<Connection>("unknown");
/**
 * When the server last responded, ms since 1970 by this device's clock; null: not since the page was loaded.
 */
export const lastResponseAt = signal<number | null>(null);
/** True while the server can't be reached. */
export const isUnreachable = computed(() => connection.value === "away");

/** Records a response of the server. */
export function markReachable(): void {
  connection.value = "there";
  lastResponseAt.value = Date.now();
}

/** Records that no response came. */
export function markUnreachable(): void {
  connection.value = "away";
}
