import { signal } from "@preact/signals";
import { type DBSchema, type IDBPDatabase, openDB, unwrap } from "idb";
import type {
  OutboxEntry,
  QueuedCommand,
  StoredArticle,
  StoredInventory,
  StoredItem,
  StoredLocation,
} from "./outbox-shapes.ts";
import type { StoredKeys, StoredSegment } from "./segment.ts";
import type { Values } from "./values.ts";

/** The local database. Unsent counts (`outbox`) and commands (`commands`) exist only here. */
interface LocalSchema extends DBSchema {
  /** Single values: pairing, login, settings of this device. */
  values: { key: keyof Values; value: Values[keyof Values] };
  /** In segments, with their search keys (db/segment.ts). */
  articles: { key: number; value: StoredSegment };
  articleKeys: { key: number; value: StoredKeys };
  /** Pages of an unfinished load of all articles. */
  incoming: { key: number; value: { articles: readonly StoredArticle[]; deleted: readonly number[] } };
  locations: { key: number; value: StoredLocation };
  inventories: { key: number; value: StoredInventory };
  items: {
    key: [inventoryId: number, oid: number];
    value: StoredItem;
    indexes: {
      place: [inventoryId: number, locationId: number];
      found: [inventoryId: number, inventoryLocationId: number];
      article: [inventoryId: number, articleId: number];
    };
  };
  outbox: {
    key: number;
    value: OutboxEntry;
    indexes: {
      operationId: string;
      subject: [inventoryId: number, subject: string];
      state: string;
      inventory: number;
      held: [inventoryId: number, state: string];
      ahead: [inventoryId: number, ahead: 1];
    };
  };
  errands: { key: number; value: QueuedCommand; indexes: { state: string } };
}

type LocalDb = IDBPDatabase<LocalSchema>;

const VERSION = 1;

/** Acknowledged data is on the disk. A browser that does not know the option does so anyway. */
export const STRICT = { durability: "strict" } as const;

let opened: Promise<LocalDb> | null = null;

/** Opens the database of this browser once. */
export function localDb(): Promise<LocalDb> {
  opened ??= open().catch((error: unknown) => {
    // The next call tries again.
    opened = null;
    throw error;
  });
  return opened;
}

async function open(): Promise<LocalDb> {
  const endWait = waitForStorage();
  try {
    return observed(await openTallybox());
  } finally {
    endWait();
  }
}

/** Tracks the duration of each transaction, to detect a blocked storage. Aborts it when the page is left. */
function observed(db: LocalDb): LocalDb {
  const native = unwrap(db);
  native.transaction = (...args: Parameters<IDBDatabase["transaction"]>) => {
    const transaction = IDBDatabase.prototype.transaction.apply(native, args);
    abortOnLeaving(transaction);
    const endWait = waitForStorage();
    transaction.addEventListener("complete", endWait);
    transaction.addEventListener("abort", endWait);
    return transaction;
  };
  return db;
}

function openTallybox(): Promise<LocalDb> {
  return openDB<LocalSchema>("tallybox", VERSION, {
    upgrade(db, from, _to, transaction) {
      abortOnLeaving(unwrap(transaction));
      if (from < 1) createSchema(db);
    },
    // Another tab has a newer client. It must not wait for this one.
    blocking(_current, _wanted, event) {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated() {
      opened = null;
    },
  });
}

function createSchema(db: LocalDb): void {
  db.createObjectStore("values");
  db.createObjectStore("articles");
  db.createObjectStore("articleKeys");
  db.createObjectStore("incoming", { autoIncrement: true });
  db.createObjectStore("locations", { keyPath: "oid" });
  db.createObjectStore("inventories", { keyPath: "oid" });
  const items = db.createObjectStore("items", { keyPath: ["inventoryId", "oid"] });
  items.createIndex("place", ["inventoryId", "locationId"]);
  items.createIndex("found", ["inventoryId", "inventoryLocationId"]);
  items.createIndex("article", ["inventoryId", "articleId"]);
  const outbox = db.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
  outbox.createIndex("operationId", "operationId", { unique: true });
  outbox.createIndex("subject", ["inventoryId", "subject"]);
  outbox.createIndex("state", "state");
  outbox.createIndex("inventory", "inventoryId");
  outbox.createIndex("held", ["inventoryId", "state"]);
  outbox.createIndex("ahead", ["inventoryId", "ahead"]);
  db.createObjectStore("errands", { keyPath: "seq", autoIncrement: true }).createIndex("state", "state");
}

/** The browser's storage does not respond: another page may block it, or the browser has a fault. */
export const isStorageBlocked = signal(false);

/**
 * Seconds before a wait counts as blocked. Counted by ticks, so that the time of a sleeping device does not
 * count.
 */
const LIMIT_S = 8;

/** Current waits for the storage, with their seconds. */
const waiting = new Map<object, number>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Records a wait for the storage. Returns the function that ends it. */
function waitForStorage(): () => void {
  const wait = {};
  waiting.set(wait, 0);
  timer ??= setInterval(tick, 1000);
  return () => {
    waiting.delete(wait);
    if (isStorageBlocked.peek()) update();
  };
}

function tick(): void {
  for (const [wait, seconds] of waiting) waiting.set(wait, seconds + 1);
  update();
  if (waiting.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

function update(): void {
  isStorageBlocked.value = [...waiting.values()].some((seconds) => seconds >= LIMIT_S);
}

// WebKit freezes a page that is left with open transactions, and they then block every later page. An aborted
// transaction was not acknowledged, and the next start of the page repeats it.

const running = new Set<IDBTransaction>();
let isPageLeft = false;
let hasAborted = false;

/** Aborts the transaction if the page enters the back/forward cache before the transaction ends. */
function abortOnLeaving(transaction: IDBTransaction): void {
  running.add(transaction);
  for (const end of ["complete", "abort"])
    transaction.addEventListener(end, () => running.delete(transaction));
  if (isPageLeft) abort(transaction);
}

/** Watches for the page being left. Reloads it on return if transactions were aborted. */
export function watchLeaving(): void {
  window.addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) return;
    isPageLeft = true;
    for (const transaction of [...running]) abort(transaction);
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    isPageLeft = false;
    // The page was left before it was rendered. What it was loading never arrives.
    const isBlank = document.getElementById("app")?.childElementCount === 0;
    if (hasAborted || isBlank) location.reload();
  });
}

function abort(transaction: IDBTransaction): void {
  running.delete(transaction);
  try {
    transaction.abort();
    hasAborted = true;
  } catch (error) {
    // It is being committed already, and blocks nothing.
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
  }
}
