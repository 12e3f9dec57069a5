import type { Worker, WorkerOptions } from "node:worker_threads";
import { DatabaseWorker } from "./database-worker.ts";

/** An idle thread ends after this. */
const IDLE_MS = 30_000;

/** Threads of one program, of which one that is idle is used again: starting one takes a fifth of a second. */
export interface ReusableWorker {
  /** The idle thread, or a new one. */
  take(): Worker;
  /** Keeps a thread whose job is done for the next one; the process does not wait for it. It is told to end by `null`. */
  release(worker: Worker): void;
}

/** Threads of this program, which carries out one job after the other, each given by a message. */
export function reusableWorker(program: URL, options: WorkerOptions = {}): ReusableWorker {
  let idle: { readonly worker: Worker; readonly ending: NodeJS.Timeout } | null = null;

  function forget(): void {
    if (idle === null) return;
    clearTimeout(idle.ending);
    removeListeners(idle.worker);
    idle = null;
  }

  return {
    take() {
      if (idle === null) return new DatabaseWorker(program, options);
      const { worker } = idle;
      forget();
      worker.ref();
      return worker;
    },
    release(worker) {
      removeListeners(worker);
      worker.unref();
      const end = () => worker.postMessage(null);
      if (idle !== null) {
        end();
        return;
      }
      // Should it die meanwhile, the next job starts another.
      worker.on("error", forget);
      worker.on("exit", forget);
      const ending = setTimeout(() => {
        forget();
        end();
      }, IDLE_MS).unref();
      idle = { worker, ending };
    },
  };
}

function removeListeners(worker: Worker): void {
  // One by one: the worker has listeners of its own, without which it receives nothing.
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
}
