// The requests of the writers and their responses: the model against which the server is checked afterwards.

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

/** A point in time of the run: a clock's milliseconds, or the length of the disk's journal. A later one is never smaller. */
export type Moment = number;

/** One write: requested, and perhaps acknowledged (a 2xx response, or seen by a reader). */
export interface Entry<D extends Write = Write> {
  readonly write: D;
  readonly sentAt: Moment;
  /** Infinity while it is unknown. */
  ackedAt: Moment;
  /** The record's id, where a response has it. */
  oid: number | null;
}

/** Counts of the demo's own stay below. */
const FIRST_QUANTITY = 1000;
/** The maximum of `copies` (decisions, Printing). */
const MAX_COPIES = 1000;

/** All requests on one data folder, over its restarts. */
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

  /** Records a write just before its request. */
  send<D extends Write>(write: D): Entry<D> {
    const entry: Entry<D> = { write, sentAt: this.#now(), ackedAt: Number.POSITIVE_INFINITY, oid: null };
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

  /** Records that a reader saw this quantity: from now on it must stay, whatever response its writer got. */
  seen(itemId: number, quantity: number | null): void {
    const shown = this.#counts.get(itemId)?.[(quantity ?? 0) - FIRST_QUANTITY];
    if (shown !== undefined) shown.ackedAt = Math.min(shown.ackedAt, this.#now());
  }

  /** A unique name. */
  name(): string {
    return `t${++this.#names}`;
  }

  /** A label that was not requested yet, of one of the first `articles` articles. */
  label(articles: number): { articleId: number; copies: number } {
    const number = this.#labels++;
    if (number >= articles * MAX_COPIES) throw new RangeError("there are no more different labels");
    return { articleId: 1 + (number % articles), copies: 1 + Math.floor(number / articles) };
  }

  /** The entries of a kind. */
  of<K extends Kind>(kind: K): Entry<Extract<Write, { kind: K }>>[] {
    const isOfKind = (entry: Entry): entry is Entry<Extract<Write, { kind: K }>> => entry.write.kind === kind;
    return this.#entries.filter(isOfKind);
  }
}

/** The requested counts of each item, in their order. */
export function countsByItem(ledger: Ledger): Map<number, Entry<CountWrite>[]> {
  return Map.groupBy(ledger.of("count"), ({ write }) => write.itemId);
}

/** True for a quantity of these counts, false for one of the demo's own. */
export function isCounted(quantity: number | null | undefined): quantity is number {
  return typeof quantity === "number" && quantity >= FIRST_QUANTITY;
}
