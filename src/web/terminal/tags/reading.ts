import { signal } from "@preact/signals";
import { fold } from "../../../domain/text-folding.ts";
import { session } from "../../api/tokens.ts";
import type { StoredArticle, Verdict } from "../../db/outbox-shapes.ts";
import { onTabMessage } from "../../db/tab-messages.ts";
import type { StoredTag, TagGroup } from "../../db/values.ts";
import { signalVerdict } from "../../feedback/sounds.ts";
import { signalFailure } from "../../feedback/speech.ts";
import { t } from "../../i18n/translate.ts";
import { freed } from "../../offline/outbox/free-tags.ts";
import type { ReadTag } from "../../scanner/reader-tags.ts";
import type { ItemNow } from "../counting/current-count.ts";
import { CountError } from "../counting/record-count.ts";
import { type Spot, storageErrorText } from "../counting/scan.ts";
import { countedElsewhere, isPiecesCounted, movedQuantity } from "../counting/scan-result.ts";
import {
  countTags,
  forgetOldTags,
  StoredTags,
  type TagRow,
  type TagToCount,
  undoTags,
} from "./count-tags.ts";

// One reading: the tags of one user at one location of a stocktake, each once, however often the reader reports it. They are stored,
// so a reading continues after the page or the device has stopped.

/** A reading, as the screen shows it. */
interface ReadingState {
  /** The stored tags, in the order in which they were read. */
  readonly tags: ReadonlyMap<string, StoredTag>;
  /** Tags that are not stored yet. */
  readonly pending: number;
  /** Reports of tags that were read before. */
  readonly repeats: number;
  /** Why tags are not stored yet. It stays until they are. */
  readonly problem: string | null;
}

const EMPTY: ReadingState = { tags: new Map(), pending: 0, repeats: 0, problem: null };
/** Between two renderings of the lists: drawing them for each tag takes a slow device longer than storing it. */
const LISTS_MS = 1000;
/** Tags of one transaction: few, so that the first of them is not shown late. */
const BATCH = 40;
/** Before tags that were not stored are tried again. */
const RETRY_MS = 1000;

/** A reading of tags. */
export class Reading {
  readonly spot: Spot;
  /** The counted tags, as soon as they are stored. */
  readonly counted = signal(0);
  /** All else, a little later. */
  readonly state = signal<ReadingState>(EMPTY);
  readonly #userId: number;
  readonly #stored: StoredTags;
  /** Tags that are not stored yet. */
  readonly #waiting = new Map<string, TagToCount>();
  /** Those of them that could not be stored. */
  readonly #failed = new Set<string>();
  /** Tags of the next transaction: after a failure one alone, so that it does not hold up the others. */
  #batch = BATCH;
  #isPausing = false;
  /** Another tab has written. */
  #isStale = true;
  #repeats = 0;
  #problem: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #shownAt = Number.NEGATIVE_INFINITY;
  /** What is under way: loading at first. */
  #work: Promise<void> | null;

  constructor(spot: Spot, userId: number) {
    this.spot = spot;
    this.#userId = userId;
    this.#stored = new StoredTags(`${spot.inventoryId} ${spot.placeId} ${userId} `);
    this.#work = forgetOldTags()
      .catch((error: unknown) => this.#show(problemText(error)))
      .finally(() => this.#next());
  }

  /** Whether tags are not stored yet. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Takes what a reader has reported. Each tag is handled once. */
  take(reports: readonly ReadTag[]): void {
    for (const { epc } of reports) {
      if (this.#stored.all.has(epc) || this.#waiting.has(epc)) this.#repeats += 1;
      else this.#waiting.set(epc, { epc, at: Date.now() });
    }
    this.#start();
  }

  /** Counts the tags of a group by a decision of the user. Throws CountError or errors of the storage. */
  async count(group: TagGroup, mode: TagMode): Promise<void> {
    await this.#settled();
    // One transaction: each article is decided with all its tags.
    const meant = [...this.#stored.all.values()].filter((tag) => tag.group === group);
    const work = this.#store(meant, mode);
    this.#work = work.catch(() => undefined).finally(() => this.#next());
    await work;
    this.#show();
  }

  /** Looks a tag up again, which has become a code of an article. */
  async retry(epc: string): Promise<void> {
    const known = this.#stored.all.get(epc);
    if (known !== undefined) this.#waiting.set(epc, known);
    this.#start();
    await this.#settled();
  }

  /** Reads what another tab has written. */
  follow(): void {
    this.#isStale = true;
    this.#start();
  }

  /** Sets the unknown tags aside: they are not shown again in this reading. */
  async discardUnknown(): Promise<void> {
    await this.#settled();
    await this.#stored.change((tags) =>
      [...tags.values()]
        .filter(({ group }) => group === "unknown")
        .map((tag): TagRow => [tag.epc, { ...tag, group: "discarded" }]),
    );
    this.#show();
  }

  /** Undoes all that this reading has counted, and forgets its tags. */
  async undo(): Promise<void> {
    await this.#settled();
    await undoTags(this.#stored);
    // Another tab may have counted one meanwhile.
    await this.#forget(({ operationId }) => operationId === null);
  }

  /** Forgets the tags: what is counted stays, and each tag can be read again. */
  async startAgain(): Promise<void> {
    await this.#settled();
    await this.#forget(() => true);
  }

  async #forget(isMeant: (tag: StoredTag) => boolean): Promise<void> {
    await this.#stored.change((tags) =>
      [...tags.values()].filter(isMeant).map(({ epc }): TagRow => [epc, null]),
    );
    for (const epc of this.#failed) this.#waiting.delete(epc);
    this.#failed.clear();
    this.#repeats = 0;
    this.#show(null);
  }

  async #settled(): Promise<void> {
    while (this.#work !== null) await this.#work;
  }

  #start(): void {
    this.#show();
    if (this.#work === null) this.#next();
  }

  #next(): void {
    const isDone = this.#isPausing || (this.#waiting.size === 0 && !this.#isStale);
    this.#work = isDone ? null : this.#run().finally(() => this.#next());
  }

  /** Stores the waiting tags, in batches of those that have come meanwhile. */
  async #run(): Promise<void> {
    let batch: readonly TagToCount[] = [];
    try {
      if (this.#isStale) {
        this.#isStale = false;
        await this.#stored.change(() => []);
        this.#show(this.#failed.size === 0 ? null : this.#problem);
      }
      while (this.#waiting.size > 0) {
        batch = [...this.#waiting.values()].slice(0, this.#batch);
        await this.#store(batch, "read");
        for (const { epc } of batch) {
          this.#waiting.delete(epc);
          this.#failed.delete(epc);
        }
        this.#batch = Math.min(BATCH, 2 * this.#batch);
        this.#show(this.#failed.size === 0 ? null : this.#problem);
      }
    } catch (error) {
      this.#keep(batch);
      this.#show(problemText(error));
    }
  }

  /** Keeps tags that could not be stored, to try them again after the others. */
  #keep(batch: readonly TagToCount[]): void {
    if (batch.length === 0) this.#isStale = true;
    if (batch.some(({ epc }) => !this.#failed.has(epc))) signalFailure();
    for (const tag of batch) {
      this.#failed.add(tag.epc);
      this.#waiting.delete(tag.epc);
      this.#waiting.set(tag.epc, tag);
    }
    this.#batch = 1;
    this.#isPausing = true;
    setTimeout(() => {
      this.#isPausing = false;
      this.#start();
    }, RETRY_MS);
  }

  async #store(batch: readonly TagToCount[], mode: TagMode): Promise<void> {
    const reading = { spot: this.spot, userId: this.#userId, stored: this.#stored };
    const counted = await countTags(batch, reading, mode);
    signalGroups(counted.map(({ group }) => group));
  }

  #show(problem = this.#problem): void {
    this.#problem = problem;
    let counted = 0;
    for (const { group } of this.#stored.all.values()) if (group === "here") counted += 1;
    this.counted.value = counted;
    if (this.#timer !== null) return;
    const sinceShown = performance.now() - this.#shownAt;
    if (sinceShown >= LISTS_MS) this.#showLists();
    else this.#timer = setTimeout(() => this.#showLists(), LISTS_MS - sinceShown);
  }

  #showLists(): void {
    this.#timer = null;
    this.#shownAt = performance.now();
    const [repeats, problem] = [this.#repeats, this.#problem];
    const tags = new Map(this.#stored.all);
    this.state.value = { tags, pending: this.#waiting.size, repeats, problem };
  }
}

const problemText = (error: unknown) =>
  error instanceof CountError ? error.message : t(storageErrorText(error));

/** The readings with tags that are not stored, and the last one. */
const readings = new Map<string, Reading>();

function followAll(): void {
  for (const reading of readings.values()) reading.follow();
}

onTabMessage((what) => {
  if (what === "tags") followAll();
});
freed.subscribe(followAll);

/** The reading of the current user at a location. It continues when the screen is left and entered again. */
export function readingAt(spot: Spot): Reading {
  const userId = session.peek()?.user.id ?? 0;
  const key = `${spot.inventoryId} ${spot.placeId} ${userId}`;
  for (const [other, { isWaiting }] of readings) if (other !== key && !isWaiting) readings.delete(other);
  const reading = readings.get(key) ?? new Reading(spot, userId);
  readings.set(key, reading);
  return reading;
}

// Rules for RFID tags of known articles in a count. A reader also reads what lies on the next shelf and what was counted before it
// was switched on, so a tag counts by itself only where its article is expected and nothing else has counted it.

/** The facts that decide. */
interface TagFacts {
  readonly item: ItemNow;
  /** The expected location; null: here, or none. */
  readonly belongsTo: number | null;
  readonly placeId: number;
  /** The tag is one individually tracked article. */
  readonly isSingle: boolean;
  /** The pieces of the article that tags of this reading have counted here. */
  readonly piecesOfTags: number;
}

/** Whether a tag is the article itself: it has a serial number, or the tag is its RFID property. Such a tag counts one, once. */
export const isSingleTag = (
  { serialNumber, rfId }: Pick<StoredArticle, "serialNumber" | "rfId">,
  forms: readonly string[],
): boolean =>
  serialNumber !== null || (rfId !== null && forms.some((form) => fold(form) === fold(rfId.trim())));

/**
 * The group of a tag. `here`: it counts. `moved`: the article was counted at another location. `elsewhere`, `unexpected`: expected at
 * another location, or at none. `before`: pieces were counted here without these tags, and may be the same ones.
 */
export function groupOf({ item, belongsTo, placeId, isSingle, piecesOfTags }: TagFacts): TagGroup {
  if (countedElsewhere(item, placeId) !== null) return "moved";
  if (item.expectedAt !== placeId && !isPiecesCounted(item))
    return belongsTo === null ? "unexpected" : "elsewhere";
  if (isSingle || !isPiecesCounted(item)) return "here";
  return item.quantity === null || item.quantity > piecesOfTags ? "before" : "here";
}

/** How a tag counts: as soon as it is read, by a decision of the user, or all tags of the article as its quantity. */
export type TagMode = "read" | "confirmed" | "total";

/** The operation that counts a tag. `total`: the pieces of all its article's tags that were read here. */
export function operationOfTag(
  { item, placeId, isSingle }: Pick<TagFacts, "item" | "placeId" | "isSingle">,
  mode: TagMode,
  pieces: number,
): { readonly kind: "set" | "add"; readonly quantity: number } {
  const counted = isSingle ? 1 : pieces;
  if (countedElsewhere(item, placeId) !== null)
    return { kind: "set", quantity: movedQuantity(item, counted) };
  if (!isSingle) return { kind: mode === "total" ? "set" : "add", quantity: pieces };
  // The same piece again adds nothing, so that the log has who saw it.
  return isPiecesCounted(item) ? { kind: "add", quantity: 0 } : { kind: "set", quantity: 1 };
}

/** Looks each tag up once. A failed look-up is tried again with the next report of the tag. */
export function lookUpOnce<T>(lookUp: (epc: string) => Promise<T>): (epc: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (epc) => {
    const before = known.get(epc);
    if (before !== undefined) return before;
    const found = lookUp(epc).catch((error: unknown) => {
      known.delete(epc);
      throw error;
    });
    known.set(epc, found);
    return found;
  };
}

// A sound for each tag would be one noise. Each group has its sound, at most this often.

const VERDICTS: Readonly<Record<TagGroup, Verdict | null>> = {
  here: "added",
  elsewhere: "elsewhere",
  unexpected: "unexpected",
  moved: "asked",
  before: "asked",
  several: "asked",
  unknown: "unknown",
  discarded: null,
};
const COUNTED_MS = 300;
const OTHER_MS = 5000;

const lastAt = new Map<Verdict, number>();

/** Signals the groups of the tags that were stored at once. */
export function signalGroups(groups: readonly TagGroup[]): void {
  const now = performance.now();
  for (const verdict of new Set(groups.map((group) => VERDICTS[group]))) {
    if (verdict === null) continue;
    const pause = verdict === "added" ? COUNTED_MS : OTHER_MS;
    if (now - (lastAt.get(verdict) ?? Number.NEGATIVE_INFINITY) < pause) continue;
    lastAt.set(verdict, now);
    signalVerdict(verdict);
  }
}

// The signal of one tag, as the screen shows it. Readers report from about -80 dBm (far) to -30 dBm (at the antenna), and single
// reports jump by 10 dB, so they are smoothed.

const WEAKEST_DBM = -80;
const STRONGEST_DBM = -30;
/** The share of a new report in the smoothed level. */
const WEIGHT = 0.4;
/** Without a report for this time the tag is out of reach. */
export const LOST_MS = 2000;

/** The last reports of a tag. */
export interface TagSignal {
  /** Ms, by the page's clock. */
  readonly at: number;
  /** The smoothed level in dBm; null: the reader gives none. */
  readonly dBm: number | null;
}

/** The signal after another report. */
export function afterReport(before: TagSignal | null, rssi: number | null, at: number): TagSignal {
  if (rssi === null) return { at, dBm: before?.dBm ?? null };
  const known = before === null || before.dBm === null || at - before.at > LOST_MS ? rssi : before.dBm;
  return { at, dBm: known + WEIGHT * (rssi - known) };
}

/** The level as a share of the bar, 0 to 1; 0 where the tag is out of reach. */
export function shareOf({ at, dBm }: TagSignal, now: number): number {
  if (dBm === null || now - at > LOST_MS) return 0;
  const share = (dBm - WEAKEST_DBM) / (STRONGEST_DBM - WEAKEST_DBM);
  return Math.min(1, Math.max(0.05, share));
}

/** The pause between two tones, in ms: shorter where the tag is near. */
export const pauseOf = (share: number): number => 700 - 550 * share;

/** The pitch of the tone. */
export const pitchOf = (share: number): number => Math.round(440 + 1320 * share);
