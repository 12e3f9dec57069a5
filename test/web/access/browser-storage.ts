import type { Terminal } from "../../harness/terminal.ts";
import { inStore, storedValue } from "../stored-records.ts";

const READ_ALL = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = { local: Object.assign({}, localStorage), tab: Object.assign({}, sessionStorage), cookies: document.cookie, stores: {}, caches: [] };
  const db = await done(indexedDB.open("tallybox"));
  for (const name of Array.from(db.objectStoreNames)) {
    const store = db.transaction(name).objectStore(name);
    found.stores[name] = { keys: await done(store.getAllKeys()), values: await done(store.getAll()) };
  }
  db.close();
  if (window.caches) for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) found.caches.push(new URL(url).pathname);
  }
  return JSON.stringify(found);
})()`;

/** Reads everything that the page has stored in this browser, as one text. */
export async function readAllStored(terminal: Terminal): Promise<string> {
  return String(await terminal.evaluate(READ_ALL));
}

/** Reads the paths in the browser's caches. */
export async function readCachedPaths(terminal: Terminal): Promise<string[]> {
  return JSON.parse(await readAllStored(terminal)).caches;
}

/** An expression: whether the lock is stored, so that it outlives the page. It is written shortly after the screen is covered. */
export const IS_LOCK_STORED = `${storedValue("session")}.then(({ accessToken }) => accessToken === undefined)`;

/** Expression: stores a command that is not sent yet, of Uma unless another author is given. */
export const addCommand = (given: object) => {
  const command = {
    id: "0",
    tenantId: 1,
    userId: 3,
    title: "A trial",
    at: "2026-11-20T10:00:00Z",
    state: "waiting",
  };
  const task = { kind: "request", path: "/api/nowhere", body: {} };
  const entry = { ...command, task, problem: null, result: null, ...given };
  return inStore("errands", `store.add(${JSON.stringify(entry)})`, "readwrite");
};

/**
 * Stores an entry that is not sent yet, and loads the page again with it. `rejected`: by the server, of Uma; `waiting`: for the login
 * of its author Ada.
 */
export async function addUnsentEntry(
  terminal: Terminal,
  kind: "rejected" | "waiting" = "rejected",
): Promise<void> {
  await terminal.evaluate(
    addCommand({ problem: "a trial", ...(kind === "rejected" ? { state: "refused" } : { userId: 1 }) }),
  );
  await terminal.reload();
  await terminal.see("1 not sent yet");
}
