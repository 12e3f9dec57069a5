import { useState } from "preact/hooks";
import { lapsedIn, useLapsing } from "../forms/expired-login.ts";
import { isSame } from "../forms/is-same.ts";
import { useLeave } from "../forms/unsaved-changes.ts";

/**
 * The values of the form of a decision. Leaving it changed asks first; if the login ends, the same person finds the values
 * again. `form`: a name that no other form has.
 */
export function useDraft<T extends object>(
  form: string,
  atFirst: T,
): readonly [T, (changed: Partial<T>) => void] {
  const [values, setValues] = useState<T>(() => lapsedIn<T>(form) ?? atFirst);
  const isChanged = !isSame(values, atFirst);
  useLeave(isChanged);
  useLapsing(form, isChanged ? values : null);
  return [values, (changed) => setValues((now) => ({ ...now, ...changed }))];
}
