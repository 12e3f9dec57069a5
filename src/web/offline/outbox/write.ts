import { newId } from "../../api/ids.ts";
import { moment } from "../../api/server-time.ts";
import { localDb, STRICT } from "../../db/database.ts";
import type { OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import type { StoredInventory, StoredItem } from "../../db/reference-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { incrementUnconfirmed, unconfirmedChanged } from "./entries.ts";
import { countUnsent, incrementUnsent } from "./unsent.ts";

/** A new operation, without the fields that are set when it is stored. */
export interface NewEntry
  extends Omit<OutboxEntry, "seq" | "operationId" | "era" | "operation" | "ahead" | "receipt" | "problem"> {
  readonly state: "waiting" | "asked";
  readonly operation: Omit<SentOperation, "operationId" | "at" | "seen">;
}

/** The stored state of the subject of an operation. */
interface LocalState {
  /** Undefined: not stored. */
  readonly inventory: StoredInventory | undefined;
  /** The items of the article in the inventory, as the server sent them. */
  readonly items: readonly StoredItem[];
  /** All local operations of the same subject, oldest first. */
  readonly localOperations: readonly OutboxEntry[];
}

/** The subject of an operation: an article, or an unknown code at a location. */
interface EntrySubject {
  readonly inventoryId: number;
  readonly articleId: number | null;
  readonly subject: string;
}

/** The entry to store. */
interface Decision<T> {
  readonly entry: NewEntry | null;
  /** A question that the entry answers. It is closed. */
  readonly answered?: OutboxEntry | null;
  readonly result: T;
}

/**
 * Stores an operation durably. `decide` and the write share one transaction. `replacedSeq`: an unsent
 * operation to replace. Throws the error of `decide` or of the database; nothing is stored then.
 */
export async function writeEntry<T>(
  { inventoryId, articleId, subject }: EntrySubject,
  decide: (known: LocalState) => Decision<T>,
  replacedSeq?: number,
): Promise<{ entry: OutboxEntry | null; result: T }> {
  const db = await localDb();
  const tx = db.transaction(["inventories", "items", "outbox"], "readwrite", STRICT);
  try {
    const store = tx.objectStore("outbox");
    const [inventory, items, localOperations] = await Promise.all([
      tx.objectStore("inventories").get(inventoryId),
      articleId === null ? [] : tx.objectStore("items").index("article").getAll([inventoryId, articleId]),
      store.index("subject").getAll([inventoryId, subject]),
    ]);
    const { entry, answered = null, result } = decide({ inventory, items, localOperations });
    const stampedEntry = entry === null ? null : stamped(entry, inventory?.cursor ?? null);
    if (stampedEntry !== null && replacedSeq !== undefined) void store.delete(replacedSeq);
    if (stampedEntry !== null && answered !== null) void store.put({ ...answered, state: "given-up" });
    const seq = stampedEntry === null ? 0 : await store.add(stampedEntry as OutboxEntry);
    await tx.done;
    if (stampedEntry === null) return { entry: null, result };
    const written = { ...stampedEntry, seq };
    incrementUnconfirmed(written);
    if (replacedSeq === undefined && answered === null) incrementUnsent(written);
    announce();
    return { entry: written, result };
  } catch (error) {
    abort(tx);
    throw error;
  }
}

/** Changes entries in one durable transaction; null: no change. */
export async function changeEntries(
  seqs: readonly number[],
  change: (entry: OutboxEntry) => OutboxEntry | null,
): Promise<void> {
  const db = await localDb();
  const tx = db.transaction("outbox", "readwrite", STRICT);
  for (const entry of await Promise.all(seqs.map((seq) => tx.store.get(seq)))) {
    const changed = entry === undefined ? null : change(entry);
    if (changed !== null) void tx.store.put(changed);
  }
  await tx.done;
  unconfirmedChanged();
  announce();
}

function stamped(entry: NewEntry, cursor: string | null): Omit<OutboxEntry, "seq"> {
  const { at, era } = moment();
  const operationId = newId(at);
  return {
    ...entry,
    operationId,
    era,
    operation: {
      ...entry.operation,
      operationId,
      at: new Date(at).toISOString(),
      ...(cursor !== null && { seen: cursor }),
    },
    ...(entry.state === "waiting" && { ahead: 1 }),
    receipt: null,
    problem: null,
  };
}

/** Aborts a transaction after an error, unless the database has aborted it. */
function abort(tx: { abort(): void; readonly done: Promise<void> }): void {
  // The thrown error already reports the failure.
  tx.done.catch(() => undefined);
  try {
    tx.abort();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
  }
}

function announce(): void {
  notifyTabs("outbox");
  countUnsent().catch(reportError);
}
