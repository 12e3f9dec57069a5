/** The listeners of one kind of event. */
export interface Listeners<T> {
  /** Adds a listener. Returns a function that removes it. */
  add(listener: (event: T) => void): () => void;
  /** Calls every listener with the event. */
  notify(event: T): void;
}

/** Makes an empty list of listeners. */
export function makeListeners<T>(): Listeners<T> {
  const all = new Set<(event: T) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    notify(event) {
      for (const listener of all) listener(event);
    },
  };
}
