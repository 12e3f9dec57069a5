import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { onOtherUser } from "../../api/other-user.ts";
import { session } from "../../api/tokens.ts";

// A login can end while a form is open: the password was changed elsewhere, or another tab logged out. The
// values of the form
// are then kept for the same user, in memory only. They are not stored in the browser.

const expiredEdits = signal<ReadonlyMap<string, unknown>>(new Map());
onOtherUser(forgetExpiredEdits);

/** Whether forms of the user who was logged in last have kept values. */
export const hasExpiredEdits = computed(() => expiredEdits.value.size > 0);

/** The values of this form when the login ended; null: none. */
export function expiredEdit<T>(form: string): T | null {
  return (expiredEdits.peek().get(form) as T | undefined) ?? null;
}

/**
 * Keeps the values of this form if it is unmounted by the end of the login. Null: no values. Mounting it deletes the
 * kept values.
 */
export function useExpiredEdit(form: string, typed: object | null): void {
  const latest = useRef(typed);
  latest.current = typed;
  useLayoutEffect(() => {
    forgetExpiredEdit(form);
    return () => {
      if (session.peek() !== null || latest.current === null) return;
      expiredEdits.value = new Map(expiredEdits.peek()).set(form, latest.current);
    };
  }, [form]);
}

/** Deletes the kept values of this form. */
export function forgetExpiredEdit(form: string): void {
  if (!expiredEdits.peek().has(form)) return;
  const left = new Map(expiredEdits.peek());
  left.delete(form);
  expiredEdits.value = left;
}

/** Deletes the kept values of all forms, at a logout. */
export function forgetExpiredEdits(): void {
  expiredEdits.value = new Map();
}

// After the end of the login no form is mounted that would ask.
addEventListener("beforeunload", (event) => {
  if (hasExpiredEdits.peek() && session.peek() === null) event.preventDefault();
});
