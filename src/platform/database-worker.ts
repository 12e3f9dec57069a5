import { setTimeout as pause } from "node:timers/promises";
import { setEnvironmentData, Worker, type WorkerOptions } from "node:worker_threads";

/** Under this name a thread finds where it notes that it has loaded the database (in-thread.ts). */
export const LOADED = "tallybox: the database is loaded";

const LOOK_MS = 5;

/**
 * A thread whose program opens databases, by `in-thread.ts`. A thread that is ended in the very moment in which it loads the
 * database's native part takes the whole process with it (better-sqlite3 13: N-API's registration can't fail), so its end
 * waits for that.
 */
export class DatabaseWorker extends Worker {
  readonly #loaded: Int32Array<SharedArrayBuffer>;

  constructor(program: URL, options: WorkerOptions = {}) {
    const loaded = new Int32Array(new SharedArrayBuffer(4));
    // What a thread is given so stays with it alone: the next one gets another.
    setEnvironmentData(LOADED, loaded);
    super(program, options);
    this.#loaded = loaded;
  }

  override async terminate(): Promise<number> {
    // One that has ended by itself has the number -1, and may never have loaded anything.
    while (Atomics.load(this.#loaded, 0) === 0 && this.threadId !== -1) await pause(LOOK_MS);
    return super.terminate();
  }
}
