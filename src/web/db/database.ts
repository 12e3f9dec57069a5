import { type DBSchema, type IDBPDatabase, openDB, unwrap } from "idb";
import { waitForStorage } from "./blocked-reads.ts";
import type { OutboxEntry, QueuedCommand } from "./outbox-shapes.ts";
import { abortOnLeaving } from "./page-leave.ts";
import type { StoredArticle, StoredInventory, StoredItem, StoredLocation } from "./reference-shapes.ts";
import type { StoredKeys, StoredSegment } from "./segment.ts";
import type { Values } from "./values.ts";

/** The local database. Unsent counts (`outbox`) and commands (`commands`) exist only here. */
export interface LocalSchema extends DBSchema {
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

export type LocalDb = IDBPDatabase<LocalSchema>;

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
