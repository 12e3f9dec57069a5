import type { Worker } from "node:worker_threads";
import { WorkerClient } from "./client.ts";

/** Time after which an idle worker ends. */
const IDLE_MS = 30_000;

/** Workers of one program. One idle worker is kept for reuse, because a start takes a fifth of a second. */
export interface ReusableWorker<F extends object> {
  /** The idle worker, or a new one. */
  take(): WorkerClient<F>;
  /** Keeps a worker for the next job, unless it has ended. */
  release(client: WorkerClient<F>): void;
}

/** Makes the workers of a program that runs one job after the other. */
export function reusableWorker<F extends object>(start: () => Worker, idleMs = IDLE_MS): ReusableWorker<F> {
  let idle: { readonly client: WorkerClient<F>; readonly ending: NodeJS.Timeout } | null = null;

  return {
    take() {
      const reused = idle;
      idle = null;
      clearTimeout(reused?.ending);
      return reused === null || reused.client.hasEnded ? new WorkerClient<F>(start()) : reused.client;
    },
    release(client) {
      if (client.hasEnded) return;
      if (idle !== null && !idle.client.hasEnded) return client.end();
      clearTimeout(idle?.ending);
      const ending = setTimeout(() => {
        idle = null;
        client.end();
      }, idleMs).unref();
      idle = { client, ending };
    },
  };
}
