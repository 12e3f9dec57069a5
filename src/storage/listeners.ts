/** Those who want to be told of something. */
export interface Listeners<T> {
  /** Tells `listener` from now on, until what it gives is called. */
  add(listener: (told: T) => void): () => void;
  notify(told: T): void;
}

/** Nobody yet. */
export function makeListeners<T>(): Listeners<T> {
  const all = new Set<(told: T) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    notify(told) {
      for (const listener of all) listener(told);
    },
  };
}
