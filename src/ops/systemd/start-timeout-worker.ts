import { parentPort, workerData } from "node:worker_threads";
import { makeNotify, writeError } from "./notify.ts";
import { hasUsedResources } from "./start-timeout.ts";

// Worker thread of `extendStartTimeout`.

/** Extension. It is longer than any flush of a slow card, which shows in neither processor time nor disk counts. */
const EXTENSION_MS = 5 * 60_000;

const { everyMs, fd } = workerData as { everyMs: number; fd: number };
const notify = makeNotify(fd, writeError);
let before = process.resourceUsage();
const timer = setInterval(() => {
  const after = process.resourceUsage();
  if (hasUsedResources(before, after, everyMs)) notify(`EXTEND_TIMEOUT_USEC=${EXTENSION_MS * 1000}`);
  before = after;
}, everyMs);
parentPort?.once("message", () => clearInterval(timer));
