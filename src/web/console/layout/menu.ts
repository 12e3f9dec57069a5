import { signal } from "@preact/signals";

/** On a narrow screen the navigation is folded away until somebody opens it. */
export const isMenuOpen = signal(false);
