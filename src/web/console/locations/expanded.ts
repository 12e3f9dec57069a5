import { signal } from "@preact/signals";
import { session } from "../../api/tokens.ts";

/** What is unfolded in the tree; it stays so while the page is open, whichever screen is shown. */
export const expanded = signal<ReadonlySet<number>>(new Set());

let whose: number | null = null;
session.subscribe((now) => {
  const user = now?.user.id ?? null;
  if (user !== whose) expanded.value = new Set();
  whose = user;
});

/** Unfolds these, or folds them up. */
export function expand(oids: readonly number[], isOpen = true): void {
  const next = new Set(expanded.peek());
  for (const oid of oids) {
    if (isOpen) next.add(oid);
    else next.delete(oid);
  }
  expanded.value = next;
}
