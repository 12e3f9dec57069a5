import { newId } from "../../api/ids.ts";
import { moment } from "../../api/server-time.ts";
import { localDb, STRICT } from "../../db/database.ts";
import type { OutboxEntry, SentOperation, StoredInventory, StoredItem } from "../../db/outbox-shapes.ts";
import { announceChange } from "./change-entries.ts";
import { incrementUnconfirmed, unconfirmedChanged } from "./entries.ts";
import { announceFreed, freeTags, type ValueStore } from "./free-tags.ts";
import { incrementUnsent } from "./unsent.ts";

/** A new operation, without the fields that are set when it is stored. */
export interface NewEntry
  extends Omit<OutboxEntry, "seq" | "operationId" | "era" | "operation" | "ahead" | "receipt" | "problem"> {
  readonly state: "waiting" | "asked";
  readonly operation: Omit<SentOperation, "operationId" | "at" | "seen" | "articleId">;
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
  /** Another entry, as it is to be stored: it was discarded. */
  readonly discarded?: OutboxEntry;
  readonly result: T;
}

/** What to store for one subject. `decide` sees what the jobs before it have written. */
export interface WriteJob<T> extends EntrySubject {
  readonly decide: (known: LocalState) => Decision<T>;
  /** An unsent operation to replace. */
  readonly replacedSeq?: number | undefined;
  /** The operation that it undoes or discards. Its tags can be read again. */
  readonly undoes?: OutboxEntry;
}

/** What was stored. `entry` null: nothing. */
export interface Written<T> {
  readonly entry: OutboxEntry | null;
  readonly result: T;
}

/** Values that belong to operations: they are read before the first one is decided, and written with the last. */
interface ValuesBeside<T> {
  readonly read: (values: ValueStore) => Promise<void>;
  readonly write: (values: ValueStore, written: readonly Written<T>[]) => void;
}

/**
 * Stores an operation durably. `decide` and the write share one transaction. `replacedSeq`: an unsent
 * operation to replace. Throws the error of `decide` or of the database; nothing is stored then.
 */
export async function writeEntry<T>(
  subject: EntrySubject,
  decide: (known: LocalState) => Decision<T>,
  replacedSeq?: number,
): Promise<Written<T>> {
  const [written] = await writeEntries([{ ...subject, decide, replacedSeq }]);
  if (written === undefined) throw new Error("a job has no result");
  return written;
}

/**
 * Stores operations durably in one transaction, with the values that belong to them. Throws the error of a `decide` or of the database;
 * nothing is stored then.
 */
export async function writeEntries<T>(
  jobs: readonly WriteJob<T>[],
  beside?: ValuesBeside<T>,
): Promise<readonly Written<T>[]> {
  const db = await localDb();
  const isWithValues = beside !== undefined || jobs.some(({ undoes }) => undoes !== undefined);
  const stores = ["inventories", "items", "outbox", ...(isWithValues ? ["values" as const] : [])] as const;
  const tx = db.transaction(stores, "readwrite", STRICT);
  try {
    const values = isWithValues ? tx.objectStore("values") : null;
    if (values !== null) await beside?.read(values);
    const all: (Written<T> & { readonly isNew: boolean })[] = [];
    const store = tx.objectStore("outbox");
    const read = new Map<string, LocalState>();
    let isDiscarding = false;
    const undone: OutboxEntry[] = [];
    // One after the other: several may be about the same article.
    for (const { inventoryId, articleId, subject, decide, replacedSeq, undoes } of jobs) {
      const key = `${inventoryId} ${subject}`;
      let known = read.get(key);
      if (known === undefined) {
        const [inventory, items, localOperations] = await Promise.all([
          tx.objectStore("inventories").get(inventoryId),
          articleId === null ? [] : tx.objectStore("items").index("article").getAll([inventoryId, articleId]),
          store.index("subject").getAll([inventoryId, subject]),
        ]);
        known = { inventory, items, localOperations };
      }
      const { entry, answered = null, discarded, result } = decide(known);
      // Answered meanwhile, as in another screen: nothing of this answer is stored.
      if (answered !== null && (await store.get(answered.seq))?.state !== "asked") break;
      const isNew = replacedSeq === undefined && answered === null;
      if (undoes !== undefined && (entry !== null || discarded !== undefined)) undone.push(undoes);
      if (entry === null) {
        if (discarded === undefined) read.set(key, known);
        else {
          void store.put(discarded);
          read.delete(key);
          isDiscarding = true;
        }
        all.push({ entry: null, result, isNew });
        continue;
      }
      const stampedEntry = stamped(entry, known.inventory?.cursor ?? null);
      if (replacedSeq !== undefined) void store.delete(replacedSeq);
      if (answered !== null) void store.put({ ...answered, state: "given-up" });
      const written = { ...stampedEntry, seq: await store.add(stampedEntry as OutboxEntry) };
      all.push({ entry: written, result, isNew });
      // Read again where an earlier operation has changed: there may be thousands of the same article.
      if (isNew) read.set(key, { ...known, localOperations: [...known.localOperations, written] });
      else read.delete(key);
    }
    const isFreeing = values !== null && (await freeTags(values, undone));
    if (values !== null) beside?.write(values, all);
    await tx.done;
    if (isFreeing) announceFreed();
    for (const { entry, isNew } of all) {
      if (entry === null) continue;
      incrementUnconfirmed(entry);
      if (isNew) incrementUnsent(entry);
    }
    if (isDiscarding) unconfirmedChanged();
    if (isDiscarding || all.some(({ entry }) => entry !== null)) announceChange();
    return all;
  } catch (error) {
    abort(tx);
    throw error;
  }
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
      // The code may belong to no article by the time it is sent.
      ...(entry.articleId !== null && entry.operation.code !== undefined && { articleId: entry.articleId }),
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

const NOT_SENT: readonly OutboxEntry["state"][] = ["refused", "given-up"];

/** The ids of undone operations. */
export function undoneOperations(localOperations: readonly OutboxEntry[]): ReadonlySet<string> {
  const ids = localOperations
    .filter(({ how, state, ahead }) => how === "undo" && (ahead === 1 || !NOT_SENT.includes(state)))
    .map(({ corrects }) => corrects);
  return new Set(ids.filter((id): id is string => id !== null));
}

// The counts of an unknown code on this terminal. Each adds, also those of earlier versions, which the server receives as `set`.

/** Whether the server has it, or will have it. A user may have dismissed its row. */
function isLive({ state, receipt, ahead }: OutboxEntry): boolean {
  if (ahead === 1 || state === "waiting" || state === "sent" || state === "unknown") return true;
  const first = receipt?.first ?? receipt?.result;
  return state === "given-up" && (first === "unknown" || first === "applied");
}

/** The counts of an unknown code at a location that are not undone. `localOperations`: all on the same subject. */
export function openCounts(localOperations: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const undone = undoneOperations(localOperations);
  return localOperations.filter(
    (entry) => entry.how !== "undo" && isLive(entry) && !undone.has(entry.operationId),
  );
}

/** The pieces of an unknown code at a location, so far. */
export const piecesOfCode = (localOperations: readonly OutboxEntry[]): number =>
  openCounts(localOperations).reduce((sum, { operation }) => sum + (operation.quantity ?? 0), 0);
