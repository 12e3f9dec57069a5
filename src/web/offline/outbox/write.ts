import { newId } from "../../api/ids.ts";
import { moment } from "../../api/server-time.ts";
import { localDb, STRICT } from "../../db/database.ts";
import type { OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import type { StoredInventory, StoredItem } from "../../db/reference-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { incrementUnconfirmed, unconfirmedChanged } from "./unconfirmed.ts";
import { countUnsent, incrementUnsent } from "./unsent.ts";

/** An operation that is to be kept, without what is known only when it is. */
export interface NewEntry
  extends Omit<OutboxEntry, "seq" | "operationId" | "era" | "operation" | "ahead" | "receipt" | "problem"> {
  readonly state: "waiting" | "asked";
  readonly operation: Omit<SentOperation, "operationId" | "at" | "seen">;
}

/** What is known here of the thing that an operation is about. */
export interface KnownHere {
  /** Undefined: it is not kept here. */
  readonly inventory: StoredInventory | undefined;
  /** The article's items in it, as the server told of them. */
  readonly items: readonly StoredItem[];
  /** All operations made here of the same subject, oldest first. */
  readonly own: readonly OutboxEntry[];
}

/** What an operation is about: an article, or a code that nobody knows at a place. */
export interface About {
  readonly inventoryId: number;
  readonly articleId: number | null;
  readonly subject: string;
}

/** What is to be written. */
export interface Decision<T> {
  readonly entry: NewEntry | null;
  /** A question that the entry answers: it is closed with it. */
  readonly answered?: OutboxEntry | null;
  readonly result: T;
}

/**
 * Keeps an operation for good before it says so; what `decide` sees and what is kept is one transaction. `instead`: the seq of
 * one that was never sent, whose place it takes. Throws what `decide` or the database throws: then nothing is kept.
 */
export async function writeEntry<T>(
  { inventoryId, articleId, subject }: About,
  decide: (known: KnownHere) => Decision<T>,
  instead?: number,
): Promise<{ entry: OutboxEntry | null; result: T }> {
  const db = await localDb();
  const tx = db.transaction(["inventories", "items", "outbox"], "readwrite", STRICT);
  try {
    const store = tx.objectStore("outbox");
    const [inventory, items, own] = await Promise.all([
      tx.objectStore("inventories").get(inventoryId),
      articleId === null ? [] : tx.objectStore("items").index("article").getAll([inventoryId, articleId]),
      store.index("subject").getAll([inventoryId, subject]),
    ]);
    const { entry, answered = null, result } = decide({ inventory, items, own });
    const whole = entry === null ? null : stamped(entry, inventory?.cursor ?? null);
    if (whole !== null && instead !== undefined) void store.delete(instead);
    if (whole !== null && answered !== null) void store.put({ ...answered, state: "given-up" });
    const seq = whole === null ? 0 : await store.add(whole as OutboxEntry);
    await tx.done;
    if (whole === null) return { entry: null, result };
    const written = { ...whole, seq };
    incrementUnconfirmed(written);
    if (instead === undefined && answered === null) incrementUnsent(written);
    told();
    return { entry: written, result };
  } catch (error) {
    abandon(tx);
    throw error;
  }
}

/** Changes entries, each as `change` says (null: stays), in one transaction that is kept for good. */
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
  told();
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

/** Ends a transaction in which something went wrong; one that the database has ended itself stays so. */
function abandon(tx: { abort(): void; readonly done: Promise<void> }): void {
  // Its end is told by the error that is thrown on.
  tx.done.catch(() => undefined);
  try {
    tx.abort();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
  }
}

function told(): void {
  notifyTabs("outbox");
  countUnsent().catch(reportError);
}
