import { type DBSchema, type IDBPDatabase, openDB, unwrap } from "idb";
import { waitForStorage } from "./blocked-reads.ts";
import type { OutboxEntry, QueuedCommand } from "./outbox-shapes.ts";
import { abortOnLeaving } from "./page-leave.ts";
import type { StoredArticle, StoredInventory, StoredItem, StoredLocation } from "./reference-shapes.ts";
import type { StoredKeys, StoredSegment } from "./segment.ts";
import type { Values } from "./values.ts";

/** All that this browser keeps of the server. The outbox and the commands are the only place where they are, until they are sent. */
export interface LocalSchema extends DBSchema {
  /** Single values: the pairing, who is logged in, choices of this device. */
  values: { key: keyof Values; value: Values[keyof Values] };
  /** By segment (db/segment.ts), and what finds them. */
  articles: { key: number; value: StoredSegment };
  articleKeys: { key: number; value: StoredKeys };
  /** Pages of a load of all articles that has not ended. */
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

/** What is acknowledged is on the disk; a browser that does not know the word does so anyway. */
export const STRICT = { durability: "strict" } as const;

let opened: Promise<LocalDb> | null = null;

/** The one database of this browser, opened once. */
export function localDb(): Promise<LocalDb> {
  opened ??= open().catch((error: unknown) => {
    // The next one who asks tries again.
    opened = null;
    throw error;
  });
  return opened;
}

async function open(): Promise<LocalDb> {
  const isOpen = waitForStorage();
  try {
    return watched(await openTallybox());
  } finally {
    isOpen();
  }
}

/** Notes how long each transaction takes, as no screen waits for one without a limit, and ends it when the page is left. */
function watched(db: LocalDb): LocalDb {
  const native = unwrap(db);
  native.transaction = (...asked: Parameters<IDBDatabase["transaction"]>) => {
    const transaction = IDBDatabase.prototype.transaction.apply(native, asked);
    abortOnLeaving(transaction);
    const isOver = waitForStorage();
    transaction.addEventListener("complete", isOver);
    transaction.addEventListener("abort", isOver);
    return transaction;
  };
  return db;
}

function openTallybox(): Promise<LocalDb> {
  return openDB<LocalSchema>("tallybox", VERSION, {
    upgrade(db, from, _to, transaction) {
      abortOnLeaving(unwrap(transaction));
      if (from < 1) makeFirst(db);
    },
    // Another tab has a newer client: it must not wait for this one.
    blocking(_current, _wanted, event) {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated() {
      opened = null;
    },
  });
}

function makeFirst(db: LocalDb): void {
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
