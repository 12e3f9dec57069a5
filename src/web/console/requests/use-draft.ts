import { useState } from "preact/hooks";
import { expiredEdit, useExpiredEdit } from "../forms/expired-login.ts";
import { isSame } from "../forms/is-same.ts";
import { useUnsavedChangesGuard } from "../forms/unsaved-changes.ts";

/**
 * The values of the form of a decision. Leaving it changed asks first; if the login ends, the same person finds the values
 * again. `form`: a name that no other form has.
 */
export function useDraft<T extends object>(
  form: string,
  atFirst: T,
): readonly [T, (changed: Partial<T>) => void] {
  const [values, setValues] = useState<T>(() => expiredEdit<T>(form) ?? atFirst);
  const isChanged = !isSame(values, atFirst);
  useUnsavedChangesGuard(isChanged);
  useExpiredEdit(form, isChanged ? values : null);
  return [values, (changed) => setValues((now) => ({ ...now, ...changed }))];
}
