import { signal } from "@preact/signals";
import { ApiError } from "../../api/errors.ts";
import { onOtherUser } from "../../api/other-user.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import { NotDone } from "./problem.ts";

const pending = signal<((isDone: boolean) => void) | null>(null);
onOtherUser(() => pending.peek()?.(false));

/** Makes a change that may require a recent login; asks for the password if needed. Throws NotDone where the user cancels. */
export async function withRecentPassword<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError && error.needsRecentLogin)) throw error;
  }
  const isEntered = await new Promise<boolean>((resolve) => {
    pending.peek()?.(false);
    pending.value = (isDone) => {
      pending.value = null;
      resolve(isDone);
    };
  });
  if (!isEntered) throw new NotDone();
  return work();
}

const Question = lazyPart(
  () => import("./password-question.tsx").then((part) => part.PasswordDialog),
  ({ onDone }) => onDone(false),
);

/** Asks the user for the password again, and for the second step where there is one. */
export function PasswordQuestion() {
  const { value: onDone } = pending;
  return onDone === null ? null : <Question onDone={onDone} />;
}
