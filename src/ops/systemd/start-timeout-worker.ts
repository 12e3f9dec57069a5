import { parentPort, workerData } from "node:worker_threads";
import { makeNotify, writeError } from "./notify.ts";
import { hasUsedResources } from "./start-timeout.ts";

// The thread of `extendWhileWorking`.

/** Longer than any single flush of a slow card, which shows neither in the processor's time nor in the disk's counts. */
const MORE_MS = 5 * 60_000;

const { everyMs } = workerData as { everyMs: number };
const notify = makeNotify(process.env, writeError);
let before = process.resourceUsage();
const timer = setInterval(() => {
  const after = process.resourceUsage();
  if (hasUsedResources(before, after, everyMs)) notify?.(`EXTEND_TIMEOUT_USEC=${MORE_MS * 1000}`);
  before = after;
}, everyMs);
parentPort?.once("message", () => clearInterval(timer));
