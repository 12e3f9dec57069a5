import type { Worker, WorkerOptions } from "node:worker_threads";
import { DatabaseWorker } from "./database-worker.ts";

/** Time after which an idle thread ends. */
const IDLE_MS = 30_000;

/** Threads of one program. One idle thread is kept for reuse, because a start takes a fifth of a second. */
export interface ReusableWorker {
  /** The idle thread, or a new one. */
  take(): Worker;
  /** Keeps a thread for the next job after its job. The process does not wait for it. The message `null` ends it. */
  release(worker: Worker): void;
}

/** Makes the threads of this program, which runs one job after the other, each started by a message. */
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
      // If it ends meanwhile, the next job starts another thread.
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
  // By event, because the worker has internal listeners that it needs.
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
}
