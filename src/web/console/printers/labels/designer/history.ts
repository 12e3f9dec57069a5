/** The steps of an edit that can be undone and redone. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** The gesture of the last step: a further change of the same gesture is the same step. Null: it has ended. */
  readonly gesture: string | null;
}

/** The most steps that are kept. */
export const MAX_STEPS = 200;

/** A history that begins with a value. */
export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [], gesture: null });

/**
 * Adds a step. Changes of one gesture, such as typing into one field, are one step. The value that is there already is no
 * step.
 */
export function commit<T>(history: History<T>, next: T, gesture: string | null = null): History<T> {
  if (next === history.present) return history;
  const isSame = gesture !== null && gesture === history.gesture;
  const past = isSame ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], gesture };
}

/** Ends the gesture: the next change is a step of its own. */
export const endGesture = <T>(history: History<T>): History<T> =>
  history.gesture === null ? history : { ...history, gesture: null };

/** Goes back one step. */
export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  const before = past[past.length - 1] as T;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], gesture: null };
}

/** Goes forward one step that was undone. */
export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  const [next, ...rest] = future as readonly [T, ...T[]];
  return { past: [...past, present], present: next, future: rest, gesture: null };
}
