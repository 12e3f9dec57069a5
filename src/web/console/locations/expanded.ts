import { signal } from "@preact/signals";
import { session } from "../../api/tokens.ts";

/** The expanded locations of the tree. They stay expanded until the page is closed. */
export const expanded = signal<ReadonlySet<number>>(new Set());

let whose: number | null = null;
session.subscribe((now) => {
  const user = now?.user.id ?? null;
  if (user !== whose) expanded.value = new Set();
  whose = user;
});

/** Expands or collapses locations. */
export function expand(oids: readonly number[], isOpen = true): void {
  const next = new Set(expanded.peek());
  for (const oid of oids) {
    if (isOpen) next.add(oid);
    else next.delete(oid);
  }
  expanded.value = next;
}
