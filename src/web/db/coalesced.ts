/**
 * Runs `work` one at a time. A request during a run leads to one more run after it, however many there are. `work` calls `begin`
 * when it begins to read: requests before that need no further run.
 */
export class Coalesced {
  readonly #work: (begin: () => void) => Promise<void>;
  #running: Promise<void> | null = null;
  #isRequested = false;

  constructor(work: (begin: () => void) => Promise<void>) {
    this.#work = work;
  }

  /** Requests a run. Resolves after the last run; throws the error of `work`. */
  run(): Promise<void> {
    this.#isRequested = true;
    this.#running ??= this.#runAll();
    return this.#running;
  }

  /** True from a request until a run begins to read. What a run has read is then outdated. */
  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Requests a further run where one is under way. */
  repeat(): void {
    if (this.#running !== null) this.#isRequested = true;
  }

  async #runAll(): Promise<void> {
    try {
      while (this.#isRequested)
        await this.#work(() => {
          this.#isRequested = false;
        });
    } finally {
      // In the same step as the last check, so that no request in between is lost.
      this.#running = null;
    }
  }
}
