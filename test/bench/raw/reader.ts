import { parentPort, Worker, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { countTrigrams, nameSearch, type TrigramCounts } from "./search.ts";

interface Question {
  readonly id: number;
  readonly tenantId: number;
  readonly text: string;
}

type Message = { counts: TrigramCounts } | { id: number; body: Uint8Array };

/** A thread with its own connection, for the searches that would hold the event loop. */
export function startReader(file: string, counted: (counts: TrigramCounts) => void) {
  const worker = new Worker(new URL(import.meta.url), { workerData: file });
  const waiting = new Map<number, (body: Uint8Array) => void>();
  let last = 0;
  worker.on("message", (message: Message) => {
    if ("counts" in message) return counted(message.counts);
    waiting.get(message.id)?.(message.body);
    waiting.delete(message.id);
  });
  worker.on("error", (error) => {
    throw error;
  });
  return (tenantId: number, text: string): Promise<Uint8Array> =>
    new Promise((resolve) => {
      const question: Question = { id: ++last, tenantId, text };
      waiting.set(question.id, resolve);
      worker.postMessage(question);
    });
}

function work(file: string): void {
  const db = new Database(file, { readonly: true });
  const search = nameSearch(db);
  const counts = countTrigrams(db);
  parentPort?.postMessage({ counts });
  parentPort?.on("message", ({ id, tenantId, text }: Question) => {
    const body = search(tenantId, text, counts);
    parentPort?.postMessage({ id, body }, [body.buffer as ArrayBuffer]);
  });
}

if (typeof workerData === "string") work(workerData);
