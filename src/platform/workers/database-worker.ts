import { setTimeout as pause } from "node:timers/promises";
import { setEnvironmentData, Worker, type WorkerOptions } from "node:worker_threads";

/** The key of the flag that a thread sets once it has loaded the database (storage/database/worker-database.ts). */
export const LOADED = "tallybox: the database is loaded";

const POLL_MS = 5;
/** The newest objects of a thread. Most rows are garbage at once; by V8's own limit each thread keeps several times as much. */
const MAX_YOUNG_MB = 8;
/**
 * The older objects of a thread, ten times what a long report needs. By V8's own limit, a quarter of the machine's memory, a heap
 * may become four times as large as what is in use before garbage is collected; below 512 MB 1.3 to 2 times.
 */
const MAX_OLD_MB = 512;

/**
 * A thread whose program opens databases. A thread that is terminated while it loads the native module of the database ends the
 * whole process (better-sqlite3 13: N-API's registration can't fail), so `terminate` waits for the load.
 */
export class DatabaseWorker extends Worker {
  readonly #loaded: Int32Array<SharedArrayBuffer>;

  constructor(program: URL, options: WorkerOptions = {}) {
    const loaded = new Int32Array(new SharedArrayBuffer(4));
    // A thread copies the environment data at its start, so each thread has its own flag.
    setEnvironmentData(LOADED, loaded);
    const resourceLimits = {
      maxYoungGenerationSizeMb: MAX_YOUNG_MB,
      maxOldGenerationSizeMb: MAX_OLD_MB,
      ...options.resourceLimits,
    };
    super(program, { ...options, resourceLimits });
    this.#loaded = loaded;
  }

  override async terminate(): Promise<number> {
    // A thread that has ended by itself has the id -1, and may not have loaded the database.
    while (Atomics.load(this.#loaded, 0) === 0 && this.threadId !== -1) await pause(POLL_MS);
    return super.terminate();
  }
}
