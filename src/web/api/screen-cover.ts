import { computed, signal } from "@preact/signals";
import { session } from "./tokens.ts";

/**
 * Why the lock screen is shown. `locked`: the terminal was not used for the configured time; `changing`:
 * another user logs in; null: it is not shown.
 */
export const lockState = signal<"locked" | "changing" | null>(null);

/** Whether the lock screen covers the screen. The screen below stays mounted. */
export const isCovered = computed(() => lockState.value !== null && session.value !== null);
