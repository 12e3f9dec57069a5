import type { JobProgress } from "../storage/jobs/slices.ts";

type Listener = (progress: JobProgress) => void;

/** The requests that wait for the end of a job, and the listeners of its progress. */
export class JobWaiters {
  readonly #results = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Map<number, Set<Listener>>();

  /** The outcome of a job: `settle` resolves or rejects it. */
  wait(id: number): Promise<unknown> {
    const waiter = this.#results.get(id) ?? Promise.withResolvers<unknown>();
    this.#results.set(id, waiter);
    return waiter.promise;
  }

  /** Ends the waits for a job with the result of `outcome`, or its error. */
  settle(id: number, outcome: () => unknown): void {
    const waiter = this.#results.get(id);
    this.#results.delete(id);
    if (waiter === undefined) return;
    try {
      waiter.resolve(outcome());
    } catch (error) {
      waiter.reject(error);
    }
  }

  /** Rejects all waits. */
  rejectAll(reason: (id: number) => Error): void {
    for (const [id, { reject, promise }] of this.#results) {
      promise.catch(() => {});
      reject(reason(id));
    }
    this.#results.clear();
  }

  /** Calls `listener` after each slice of the job. Returns a function that removes it. */
  onProgress(id: number, listener: Listener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /** Tells the listeners of a job its progress. */
  progress(id: number, progress: JobProgress): void {
    for (const listener of this.#listeners.get(id) ?? []) listener(progress);
  }
}
