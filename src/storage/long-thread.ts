import type { Worker } from "node:worker_threads";
import { DatabaseThread } from "./database-thread.ts";

/** A spare thread is ended after this. */
const SPARE_MS = 10_000;

let spare: { readonly worker: Worker; readonly ending: NodeJS.Timeout } | null = null;

/** The thread of the write before, or a new one, whose start takes a sixth of a second: it loads what compiles the queries. */
export function takeThread(): Worker {
  if (spare === null) return new DatabaseThread(new URL("./long-write-thread.ts", import.meta.url));
  const { worker } = spare;
  letGo();
  worker.ref();
  return worker;
}

/** Keeps a thread whose write has ended for the next one that comes soon; the process does not wait for it. */
export function keepSpare(worker: Worker): void {
  deafen(worker);
  worker.unref();
  const end = () => worker.postMessage(null);
  if (spare !== null) {
    end();
    return;
  }
  // Should it die meanwhile, the next write starts another.
  worker.on("error", letGo);
  worker.on("exit", letGo);
  const ending = setTimeout(() => {
    letGo();
    end();
  }, SPARE_MS).unref();
  spare = { worker, ending };
}

function letGo(): void {
  if (spare === null) return;
  clearTimeout(spare.ending);
  deafen(spare.worker);
  spare = null;
}

function deafen(worker: Worker): void {
  // One by one: the worker has listeners of its own, without which it hears nothing.
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
}
