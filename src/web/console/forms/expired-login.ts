import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { session } from "../../api/tokens.ts";
import { onOtherUser } from "../dialogs/other-user.ts";

// A login may end in the middle of a form: the password was changed elsewhere, another tab logged out. What was typed waits for
// the same person in the page's memory alone, never in what the browser keeps.

const lapsed = signal<ReadonlyMap<string, unknown>>(new Map());
onOtherUser(forgetAllLapsed);

/** Whether anything waits for who was logged in last. */
export const isAnyLapsed = computed(() => lapsed.value.size > 0);

/** What was typed in this form when the login ended; null: nothing. */
export function lapsedIn<T>(form: string): T | null {
  return (lapsed.peek().get(form) as T | undefined) ?? null;
}

/** Keeps what was typed in this form where it goes because nobody is logged in any more; null: nothing. What is kept of it is taken up. */
export function useLapsing(form: string, typed: object | null): void {
  const latest = useRef(typed);
  latest.current = typed;
  useLayoutEffect(() => {
    forgetLapsed(form);
    return () => {
      if (session.peek() !== null || latest.current === null) return;
      lapsed.value = new Map(lapsed.peek()).set(form, latest.current);
    };
  }, [form]);
}

/** Forgets what was typed in this form. */
export function forgetLapsed(form: string): void {
  if (!lapsed.peek().has(form)) return;
  const left = new Map(lapsed.peek());
  left.delete(form);
  lapsed.value = left;
}

/** Forgets what was typed in all forms, as who logs out wants. */
export function forgetAllLapsed(): void {
  lapsed.value = new Map();
}

// Where nobody is logged in, no form is there that would ask.
addEventListener("beforeunload", (event) => {
  if (isAnyLapsed.peek() && session.peek() === null) event.preventDefault();
});
