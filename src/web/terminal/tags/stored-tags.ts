import { newId } from "../../api/ids.ts";
import { localDb, STRICT } from "../../db/database.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { readingRange, type StoredTag, tagRange } from "../../db/values.ts";
import type { ValueStore } from "../../offline/outbox/write.ts";

// The tags of one reading. Several tabs may read at the same location, so each write first compares, in its own transaction, whether
// another tab has written since.

/** A tag to store; null: it is deleted. */
export type TagRow = readonly [epc: string, tag: StoredTag | null];

/** The stored tags of a reading, as this tab knows them. */
export class StoredTags {
  readonly #beginning: string;
  /** Each write makes another one. Null: none is stored; undefined: not read yet. */
  #version: string | null | undefined = undefined;
  #tags = new Map<string, StoredTag>();

  /** `beginning`: of the keys of the reading's tags. */
  constructor(beginning: string) {
    this.#beginning = beginning;
  }

  /** In the order in which they were read. */
  get all(): ReadonlyMap<string, StoredTag> {
    return this.#tags;
  }

  /** Reads the tags again where another tab has written them. To be called in the transaction of each write. */
  async refresh(values: ValueStore): Promise<void> {
    const version = ((await values.get(this.#versionKey)) as string | undefined) ?? null;
    if (version === this.#version) return;
    const stored = (await values.getAll(tagRange(this.#beginning))) as readonly StoredTag[];
    this.#tags = new Map([...stored].sort((a, b) => a.at - b.at).map((tag) => [tag.epc, tag]));
    this.#version = version;
  }

  /** Writes tags in a transaction. They are known when it is done and `apply` is called. */
  write(values: ValueStore, rows: readonly TagRow[]): void {
    if (rows.length === 0) return;
    for (const [epc, tag] of rows) {
      const key = `tag ${this.#beginning}${epc}` as const;
      void (tag === null ? values.delete(key) : values.put(tag, key));
    }
    // Where the transaction fails, this one is stored nowhere, and the tags are read again.
    this.#version = newId(Date.now());
    void values.put(this.#version, this.#versionKey);
  }

  /** Knows written tags, and tells other tabs. */
  apply(rows: readonly TagRow[]): void {
    for (const [epc, tag] of rows)
      if (tag === null) this.#tags.delete(epc);
      else this.#tags.set(epc, tag);
    if (rows.length > 0) notifyTabs("tags");
  }

  /** Changes tags by a rule that sees what is stored. Throws errors of the storage. */
  async change(rowsOf: (tags: ReadonlyMap<string, StoredTag>) => readonly TagRow[]): Promise<void> {
    const db = await localDb();
    const tx = db.transaction("values", "readwrite", STRICT);
    await this.refresh(tx.store);
    const rows = rowsOf(this.#tags);
    this.write(tx.store, rows);
    await tx.done;
    this.apply(rows);
  }

  get #versionKey() {
    return `reading ${this.#beginning}` as const;
  }
}

/**
 * Deletes the tags of stocktakes that are over: not on this device any more, and without operations here. An empty list of stocktakes
 * may not be loaded yet.
 */
export async function forgetOldTags(): Promise<void> {
  const db = await localDb();
  const tx = db.transaction(["inventories", "outbox", "values"], "readwrite");
  const values = tx.objectStore("values");
  const open = await tx.objectStore("inventories").getAllKeys();
  const keys = [...(await values.getAllKeys(tagRange())), ...(await values.getAllKeys(readingRange()))];
  const known = new Map<string, boolean>(open.map((oid) => [String(oid), true]));
  for (const key of open.length === 0 ? [] : keys) {
    const inventoryId = String(key).split(" ")[1] ?? "";
    let isKept = known.get(inventoryId);
    if (isKept === undefined) {
      isKept = (await tx.objectStore("outbox").index("inventory").count(Number(inventoryId))) > 0;
      known.set(inventoryId, isKept);
    }
    if (!isKept) void values.delete(key);
  }
  await tx.done;
}
