import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { onOtherUser } from "../../api/other-user.ts";
import { session } from "../../api/tokens.ts";

// A login may end in the middle of a form: the password was changed elsewhere, another tab logged out. What was typed waits for
// the same person in the page's memory alone, never in what the browser keeps.

const lapsed = signal<ReadonlyMap<string, unknown>>(new Map());
onOtherUser(forgetExpiredEdits);

/** Whether anything waits for who was logged in last. */
export const hasExpiredEdits = computed(() => lapsed.value.size > 0);

/** What was typed in this form when the login ended; null: nothing. */
export function expiredEdit<T>(form: string): T | null {
  return (lapsed.peek().get(form) as T | undefined) ?? null;
}

/** Keeps what was typed in this form where it goes because nobody is logged in any more; null: nothing. What is kept of it is taken up. */
export function useExpiredEdit(form: string, typed: object | null): void {
  const latest = useRef(typed);
  latest.current = typed;
  useLayoutEffect(() => {
    forgetExpiredEdit(form);
    return () => {
      if (session.peek() !== null || latest.current === null) return;
      lapsed.value = new Map(lapsed.peek()).set(form, latest.current);
    };
  }, [form]);
}

/** Deletes the stored text of this form. */
export function forgetExpiredEdit(form: string): void {
  if (!lapsed.peek().has(form)) return;
  const left = new Map(lapsed.peek());
  left.delete(form);
  lapsed.value = left;
}

/** Deletes the stored text of all forms, at a logout. */
export function forgetExpiredEdits(): void {
  lapsed.value = new Map();
}

// Where nobody is logged in, no form is there that would ask.
addEventListener("beforeunload", (event) => {
  if (hasExpiredEdits.peek() && session.peek() === null) event.preventDefault();
});
