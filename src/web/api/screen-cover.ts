import { computed, signal } from "@preact/signals";
import { session } from "./tokens.ts";

/** Why the screen is covered. `locked`: nobody used it for the site's time; `changing`: another user wants to log in; null: it is not. */
export const door = signal<"locked" | "changing" | null>(null);

/** Whether the screen is covered. Its content stays as it is. */
export const isCovered = computed(() => door.value !== null && session.value !== null);
