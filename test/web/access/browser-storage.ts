import type { Terminal } from "../../harness/terminal.ts";

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
export const IS_LOCK_STORED = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction("values").objectStore("values").get("session");
    reading.onsuccess = () => { opening.result.close(); resolve(reading.result.accessToken === undefined); };
  };
})`;

/** An expression that stores values by their names and resolves once they are stored. No tab gets an event of it. */
export const storeExpression = (values: object) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    const transaction = db.transaction("values", "readwrite");
    const values = ${JSON.stringify(values)};
    for (const name of Object.keys(values)) transaction.objectStore("values").put(values[name], name);
    transaction.oncomplete = () => { db.close(); resolve(); };
    transaction.onerror = () => reject(transaction.error);
  };
})`;

const addEntry = (userId: number, state: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    const transaction = db.transaction("errands", "readwrite");
    const task = { kind: "request", path: "/api/nowhere", body: {} };
    transaction.objectStore("errands").add({ id: "0", tenantId: 1, userId: ${userId}, title: "A trial", at: "2026-11-20T10:00:00Z", state: "${state}", task, problem: "a trial", result: null });
    transaction.oncomplete = () => { db.close(); resolve(); };
    transaction.onerror = () => reject(transaction.error);
  };
})`;

/**
 * Stores an entry that is not sent yet, and loads the page again with it. `rejected`: by the server, of Uma; `waiting`: for the login
 * of its author Ada.
 */
export async function addUnsentEntry(
  terminal: Terminal,
  kind: "rejected" | "waiting" = "rejected",
): Promise<void> {
  await terminal.evaluate(kind === "rejected" ? addEntry(3, "refused") : addEntry(1, "waiting"));
  await terminal.reload();
  await terminal.see("1 not sent yet");
}
