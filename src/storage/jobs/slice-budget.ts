/** A slice works at least for this time, so that a job goes on while writes wait all the time. */
const MIN_MS = 5;

/** The time of a slice. It ends after `maxMs`, or earlier as soon as a write waits. */
export class SliceBudget {
  readonly #beganAt = performance.now();
  readonly #maxMs: number;
  readonly #contention: Int32Array;

  /** `contention`: of GroupCommit. */
  constructor(maxMs: number, contention: Int32Array) {
    this.#maxMs = maxMs;
    this.#contention = contention;
  }

  /** Whether the slice must commit now. */
  isOver(): boolean {
    const ms = performance.now() - this.#beganAt;
    return ms >= this.#maxMs || (ms >= MIN_MS && Atomics.load(this.#contention, 0) !== 0);
  }
}
