import { computed, signal } from "@preact/signals";

// Whether the box is there is known from its last real answer alone: `navigator.onLine` says that there is a Wi-Fi, not that
// the box can be reached by it.

/** `there`: it answered last time; `away`: it did not; `unknown`: it was not asked yet. */
export type Connection = "unknown" | "there" | "away";

/** As the last attempt ended. */
export const connection = signal<Connection>("unknown");
/** When the box last answered, ms since 1970 by this device's clock; null: not in this page's life. */
export const lastAnswer = signal<number | null>(null);
/** No request can come through now. */
export const isAway = computed(() => connection.value === "away");

/** Notes a real answer. */
export function boxAnswered(): void {
  connection.value = "there";
  lastAnswer.value = Date.now();
}

/** Notes that no answer came. */
export function boxIsAway(): void {
  connection.value = "away";
}
