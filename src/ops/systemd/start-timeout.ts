import { Worker } from "node:worker_threads";
import { writeError } from "./notify.ts";

/** What the process has used of the machine, as `process.resourceUsage()` gives it (getrusage(2)): microseconds, counts. */
export interface ResourceUsage {
  readonly userCPUTime: number;
  readonly systemCPUTime: number;
  readonly fsRead: number;
  readonly fsWrite: number;
}

/** This part of one processor's time, at the least, is work and not only waiting. */
const SHARE = 0.01;

/** True when a process that used this much before and that much `ms` later has worked meanwhile: the processor or the disk. */
export function hasUsedResources(before: ResourceUsage, after: ResourceUsage, ms: number): boolean {
  const cpu = after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime;
  return cpu >= ms * 1000 * SHARE || after.fsRead + after.fsWrite > before.fsRead + before.fsWrite;
}

/**
 * Asks the manager for more time as long as a start works, looked at every `everyMs`: the migration of a big folder takes
 * minutes. In a thread of its own, for SQLite holds the event loop meanwhile. A start that does nothing any more gets no
 * more time.
 */
export function extendStartTimeout(everyMs: number): { stop(): void } {
  const thread = new Worker(new URL("./start-timeout-worker.ts", import.meta.url), {
    workerData: { everyMs },
  });
  thread.unref();
  // Without it a long start has the unit's own time: no reason to end the process.
  thread.on("error", (error) => writeError(`asking for more time failed: ${String(error)}`));
  return { stop: () => thread.postMessage("stop") };
}
