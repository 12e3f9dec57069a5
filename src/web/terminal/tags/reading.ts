import { signal } from "@preact/signals";
import { session } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import { type StoredTag, type TagGroup, tagRange } from "../../db/values.ts";
import { signalFailure } from "../../feedback/speech.ts";
import { t } from "../../i18n/translate.ts";
import type { ReadTag } from "../../scanner/tag-input.ts";
import { errorText } from "../../ui/use-action.tsx";
import { CountError } from "../counting/record-count.ts";
import { type Spot, storageErrorText } from "../counting/scan.ts";
import { countTags, type TagToCount } from "./count-tags.ts";
import type { TagMode } from "./tag-rules.ts";
import { signalGroups } from "./tag-sounds.ts";
import { undoTags } from "./undo-tags.ts";

// One reading: the tags of one user at one location of a stocktake, each once, however often the reader reports it. They are stored,
// so a reading continues after the page or the device has stopped.

/** A reading, as the screen shows it. */
export interface ReadingState {
  /** The stored tags, in the order in which they were read. */
  readonly tags: ReadonlyMap<string, StoredTag>;
  /** Tags that are not stored yet. */
  readonly pending: number;
  /** Reports of tags that were read before. */
  readonly repeats: number;
  /** Why the last tags were not stored. */
  readonly problem: string | null;
}

const EMPTY: ReadingState = { tags: new Map(), pending: 0, repeats: 0, problem: null };
/** Between two renderings of the lists: drawing them for each tag takes a slow device longer than storing it. */
const LISTS_MS = 1000;
/** Tags of one transaction: few, so that the first of them is not shown late. */
const BATCH = 40;

/** A reading of tags. */
export class Reading {
  readonly spot: Spot;
  /** The counted tags, as soon as they are stored. */
  readonly counted = signal(0);
  /** All else, a little later. */
  readonly state = signal<ReadingState>(EMPTY);
  readonly #beginning: string;
  readonly #waiting = new Map<string, TagToCount>();
  readonly #underWay = new Set<string>();
  #tags = new Map<string, StoredTag>();
  #repeats = 0;
  #problem: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #shownAt = Number.NEGATIVE_INFINITY;
  /** What is under way: loading at first. */
  #work: Promise<void> | null;

  constructor(spot: Spot, userId: number) {
    this.spot = spot;
    this.#beginning = `${spot.inventoryId} ${spot.placeId} ${userId} `;
    this.#work = this.#load().finally(() => this.#next());
  }

  /** Loads the stored tags, and forgets those of stocktakes that are over. */
  async #load(): Promise<void> {
    try {
      await forgetOldTags();
      const db = await localDb();
      const stored = (await db.getAll("values", tagRange(this.#beginning))) as readonly StoredTag[];
      for (const tag of [...stored].sort((a, b) => a.at - b.at)) this.#tags.set(tag.epc, tag);
      for (const epc of this.#tags.keys()) this.#waiting.delete(epc);
      this.#show();
    } catch (error) {
      this.#show(t(storageErrorText(error)));
    }
  }

  /** Takes what a reader has reported. Each tag is handled once. */
  take(reports: readonly ReadTag[]): void {
    for (const { epc } of reports) {
      if (this.#tags.has(epc) || this.#waiting.has(epc) || this.#underWay.has(epc)) this.#repeats += 1;
      else this.#waiting.set(epc, { epc, at: Date.now() });
    }
    this.#start();
  }

  /** Counts the tags of a group by a decision of the user. */
  count(group: TagGroup, mode: TagMode): Promise<void> {
    return this.#again(({ group: one }) => one === group, mode);
  }

  /** Looks a tag up again, which has become a code of an article. */
  retry(epc: string): Promise<void> {
    return this.#again((tag) => tag.epc === epc, "read");
  }

  /** Sets the unknown tags aside: they are not shown again in this reading. */
  async discardUnknown(): Promise<void> {
    const db = await localDb();
    const tx = db.transaction("values", "readwrite");
    for (const tag of this.#tags.values()) {
      if (tag.group !== "unknown") continue;
      const discarded = { ...tag, group: "discarded" as const };
      void tx.store.put(discarded, this.#keyOf(tag.epc));
      this.#tags.set(tag.epc, discarded);
    }
    await tx.done;
    this.#show();
  }

  /** Undoes all that this reading has counted, and forgets its tags. */
  async undo(): Promise<void> {
    await this.#settled();
    await undoTags([...this.#tags.values()], this.#keyOf);
    await this.#forget();
  }

  /** Forgets the tags: what is counted stays, and each tag can be read again. */
  async startAgain(): Promise<void> {
    await this.#settled();
    await this.#forget();
  }

  async #forget(): Promise<void> {
    const db = await localDb();
    await db.delete("values", tagRange(this.#beginning));
    this.#tags = new Map();
    this.#repeats = 0;
    this.#show();
  }

  readonly #keyOf = (epc: string) => `tag ${this.#beginning}${epc}` as const;

  async #settled(): Promise<void> {
    while (this.#work !== null) await this.#work;
  }

  #start(): void {
    this.#show();
    if (this.#work === null) this.#next();
  }

  #next(): void {
    this.#work = this.#waiting.size === 0 ? null : this.#run().finally(() => this.#next());
  }

  /** Stores the waiting tags, in batches of those that have come meanwhile. */
  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()].slice(0, BATCH);
      for (const { epc } of batch) {
        this.#waiting.delete(epc);
        this.#underWay.add(epc);
      }
      await this.#store(batch, "read");
      for (const { epc } of batch) this.#underWay.delete(epc);
      this.#show();
    }
  }

  async #again(isMeant: (tag: StoredTag) => boolean, mode: TagMode): Promise<void> {
    await this.#settled();
    // One transaction: each article is decided with all its tags.
    const meant = [...this.#tags.values()].filter(isMeant);
    this.#work = this.#store(meant, mode).finally(() => this.#next());
    await this.#work;
  }

  async #store(batch: readonly TagToCount[], mode: TagMode): Promise<void> {
    try {
      const { spot } = this;
      const counted = await countTags(batch, { spot, keyOf: this.#keyOf, tags: this.#tags }, mode);
      for (const tag of counted) this.#tags.set(tag.epc, tag);
      signalGroups(counted.map(({ group }) => group));
      this.#show(null);
    } catch (error) {
      // They are not known as read: the reader's next report tries again.
      signalFailure();
      this.#show(error instanceof CountError ? errorText(error) : t(storageErrorText(error)));
    }
  }

  #show(problem = this.#problem): void {
    this.#problem = problem;
    let counted = 0;
    for (const { group } of this.#tags.values()) if (group === "here") counted += 1;
    this.counted.value = counted;
    if (this.#timer !== null) return;
    const sinceShown = performance.now() - this.#shownAt;
    if (sinceShown >= LISTS_MS) this.#showLists();
    else this.#timer = setTimeout(() => this.#showLists(), LISTS_MS - sinceShown);
  }

  #showLists(): void {
    this.#timer = null;
    this.#shownAt = performance.now();
    const pending = this.#waiting.size + this.#underWay.size;
    const [repeats, problem] = [this.#repeats, this.#problem];
    this.state.value = { tags: new Map(this.#tags), pending, repeats, problem };
  }
}

let last: Reading | null = null;

/** The reading of the current user at a location. It continues when the screen is left and entered again. */
export function readingAt(spot: Spot): Reading {
  const userId = session.peek()?.user.id ?? 0;
  const key = `${spot.inventoryId} ${spot.placeId} ${userId}`;
  if (last === null || lastKey !== key) last = new Reading(spot, userId);
  lastKey = key;
  return last;
}

let lastKey = "";

/** Deletes the tags of stocktakes that are not on this device any more. */
async function forgetOldTags(): Promise<void> {
  const db = await localDb();
  const open = new Set((await db.getAllKeys("inventories")).map(String));
  const tx = db.transaction("values", "readwrite");
  for (const key of await tx.store.getAllKeys(tagRange())) {
    const inventoryId = String(key).split(" ")[1] ?? "";
    if (!open.has(inventoryId)) void tx.store.delete(key);
  }
  await tx.done;
}
