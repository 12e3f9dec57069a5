/** Starts a browser. It calls `forget` when it has ended. */
type Start<B> = (forget: () => void) => Promise<B>;

/**
 * Browsers that the tests of a process share, by their names. Where the start of one has failed, or it has ended, the
 * next caller starts another one.
 */
export class SharedBrowsers<B> {
  readonly #running = new Map<string, Promise<B>>();

  get(name: string, start: Start<B>): Promise<B> {
    return this.#running.get(name) ?? this.replace(name, start);
  }

  /** Starts another one in its place. */
  replace(name: string, start: Start<B>): Promise<B> {
    const forget = () => {
      if (this.#running.get(name) === started) this.#running.delete(name);
    };
    const started = start(forget);
    started.catch(forget);
    this.#running.set(name, started);
    return started;
  }
}
