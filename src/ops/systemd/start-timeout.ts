import { Worker } from "node:worker_threads";
import { writeError } from "./notify.ts";

/** Resource usage of the process as in `process.resourceUsage()` (getrusage(2)): microseconds and counts. */
export interface ResourceUsage {
  readonly userCPUTime: number;
  readonly systemCPUTime: number;
  readonly fsRead: number;
  readonly fsWrite: number;
}

/** Minimum share of one processor that counts as work. */
const MIN_CPU_SHARE = 0.01;

/** Whether the process has used the processor or the disk between two measurements `ms` milliseconds apart. */
export function hasUsedResources(before: ResourceUsage, after: ResourceUsage, ms: number): boolean {
  const cpu = after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime;
  return cpu >= ms * 1000 * MIN_CPU_SHARE || after.fsRead + after.fsWrite > before.fsRead + before.fsWrite;
}

/**
 * Extends the start timeout of the service manager while the start is working, checked every `everyMs`: the migration of a
 * large folder takes minutes. It runs in a worker thread, because SQLite blocks the event loop. An idle start gets no more
 * time. `fd` is the manager's socket.
 */
export function extendStartTimeout(everyMs: number, fd: number): { stop(): void } {
  const thread = new Worker(new URL("./start-timeout-worker.ts", import.meta.url), {
    workerData: { everyMs, fd },
  });
  thread.unref();
  // Without the worker the unit's own timeout applies: the start continues.
  thread.on("error", (error) => writeError(`extending the start timeout failed: ${String(error)}`));
  return { stop: () => thread.postMessage("stop") };
}
