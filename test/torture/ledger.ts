// What the writers asked for and what they were told: the model that a box is held against afterwards.

/** A location by its name, which no other has. */
export interface LocationWrite {
  readonly kind: "location";
  readonly name: string;
}
/** A count of an item; each one of an item is higher than those before it, and one writer makes them one by one. */
export interface CountWrite {
  readonly kind: "count";
  readonly itemId: number;
  readonly quantity: number;
}
/** A photo by its file name, which no other has. */
export interface PhotoWrite {
  readonly kind: "photo";
  readonly itemId: number;
  readonly fileName: string;
}
/** A label; no two at one printer have the same article and number of copies. */
export interface LabelWrite {
  readonly kind: "label";
  readonly articleId: number;
  readonly printerId: number;
  readonly copies: number;
}

export type Write = LocationWrite | CountWrite | PhotoWrite | LabelWrite;
export type Kind = Write["kind"];

/**
 * A point in time as the run counts it: a clock's milliseconds, or how far the journal of the disk had come. A later one
 * is never smaller.
 */
export type Moment = number;

/** One write: asked for, and perhaps acknowledged (answered 2xx, or seen by a reader). */
export interface Entry<D extends Write = Write> {
  readonly deed: D;
  readonly sentAt: Moment;
  /** Infinity while nobody knows. */
  ackedAt: Moment;
  /** The record's id, where an answer named it. */
  oid: number | null;
}

/** Counts of the demo's own stay below. */
const FIRST_QUANTITY = 1000;
/** `copies` goes up to this (decisions, Printing). */
const MOST_COPIES = 1000;

/** All that was asked for on one data folder, over its restarts. */
export class Ledger {
  readonly #now: () => Moment;
  readonly #entries: Entry[] = [];
  readonly #counts = new Map<number, Entry<CountWrite>[]>();
  readonly #waiting: (() => void)[] = [];
  #names = 0;
  #labels = 0;

  constructor(now: () => Moment) {
    this.#now = now;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Notes a write just before it is asked for. */
  send<D extends Write>(deed: D): Entry<D> {
    const entry: Entry<D> = { deed, sentAt: this.#now(), ackedAt: Number.POSITIVE_INFINITY, oid: null };
    this.#entries.push(entry);
    return entry;
  }

  /** Resolves when the next write is acknowledged. */
  nextAcknowledged(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  acknowledge(entry: Entry, oid: number): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
    entry.oid = oid;
    entry.ackedAt = Math.min(entry.ackedAt, this.#now());
  }

  sendCount(itemId: number): Entry<CountWrite> {
    const earlier = this.#counts.get(itemId) ?? [];
    this.#counts.set(itemId, earlier);
    const entry = this.send({ kind: "count", itemId, quantity: FIRST_QUANTITY + earlier.length });
    earlier.push(entry);
    return entry;
  }

  /** A reader was shown this quantity: from now on it must stay, whatever its own writer was told. */
  seen(itemId: number, quantity: number | null): void {
    const shown = this.#counts.get(itemId)?.[(quantity ?? 0) - FIRST_QUANTITY];
    if (shown !== undefined) shown.ackedAt = Math.min(shown.ackedAt, this.#now());
  }

  /** A name that nothing else has. */
  name(): string {
    return `t${++this.#names}`;
  }

  /** A label that nobody has asked for, of one of the first `articles` articles. */
  label(articles: number): { articleId: number; copies: number } {
    const number = this.#labels++;
    if (number >= articles * MOST_COPIES) throw new RangeError("there are no more labels to tell apart");
    return { articleId: 1 + (number % articles), copies: 1 + Math.floor(number / articles) };
  }

  /** The entries of a kind. */
  of<K extends Kind>(kind: K): Entry<Extract<Write, { kind: K }>>[] {
    const isOfKind = (entry: Entry): entry is Entry<Extract<Write, { kind: K }>> => entry.deed.kind === kind;
    return this.#entries.filter(isOfKind);
  }
}

/** The counts that were asked for, an item at a time, in their order. */
export function countsByItem(ledger: Ledger): Map<number, Entry<CountWrite>[]> {
  return Map.groupBy(ledger.of("count"), ({ deed }) => deed.itemId);
}

/** True for a quantity of these counts, false for one of the demo's own. */
export function isCounted(quantity: number | null | undefined): quantity is number {
  return typeof quantity === "number" && quantity >= FIRST_QUANTITY;
}
