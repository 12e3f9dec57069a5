import type { Terminal } from "../../harness/terminal.ts";

const ALL = `(async () => {
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

/** All that the page has kept in this browser, as one text. */
export async function everythingKept(terminal: Terminal): Promise<string> {
  return String(await terminal.evaluate(ALL));
}

/** The paths of what is in the browser's caches. */
export async function cachedPaths(terminal: Terminal): Promise<string[]> {
  return JSON.parse(await everythingKept(terminal)).caches;
}

/** The lock outlives the page: it is written a moment after the screen is covered. */
export const IS_LOCK_KEPT = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("tallybox");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const asking = opening.result.transaction("values").objectStore("values").getKey("lockedAt");
    asking.onsuccess = () => { opening.result.close(); resolve(asking.result !== undefined); };
  };
})`;
