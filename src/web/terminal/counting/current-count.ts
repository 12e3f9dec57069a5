import { countOf } from "../../../domain/counting/count-input.ts";
import {
  afterOperation,
  type Count,
  type CountState,
  NOT_COUNTED,
  withLocation,
} from "../../../domain/counting/fold.ts";
import { type Candidate, resolveItem } from "../../../domain/counting/resolve.ts";
import type { LastCount } from "../../api/types/endpoints.d.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredInventory, StoredItem } from "../../db/reference-shapes.ts";

// What is known of the items of one article: what the server told of them, and what was done here since, folded onto it by the
// box's own rules.

/** An item as it is now, also one that the server does not know yet. */
export interface ItemNow {
  /** `i12`, or `a7@3` of an article that was found unexpectedly at a place and has not been sent. */
  readonly key: string;
  readonly itemId: number | null;
  readonly articleId: number;
  readonly name: string;
  readonly code: string | null;
  /** Where it is expected; null: nowhere. */
  readonly expectedAt: number | null;
  /** Where an unexpected one was found first. */
  readonly foundAt: number | null;
  /** How many are expected; null: it must not be told here (blind). */
  readonly expected: number | null;
  readonly isUnexpected: boolean;
  readonly quantity: number | null;
  /** Where it was counted. */
  readonly placeId: number | null;
  readonly isFound: boolean;
  readonly isToRecount: boolean;
  readonly isDisposal: boolean;
  readonly disposalMethodId: number | null;
  readonly disposalReasonId: number | null;
  readonly note: string | null;
  readonly counted: LastCount | null;
  /** How many operations of it the server has not told of yet. */
  readonly ahead: number;
}

/** The article that the items are of. */
export interface OfArticle {
  readonly oid: number;
  readonly name: string;
  readonly code: string | null;
}

/** The items of one article in an inventory. */
export class ArticleItems {
  readonly #article: OfArticle;
  readonly #ownPlace: number | null;
  readonly #items: readonly StoredItem[];
  readonly #found = new Map<string, Folded>();

  /** `entries` are those of the article that are `ahead`, in the order of their making. */
  constructor(
    inventory: Pick<StoredInventory, "locationId">,
    article: OfArticle,
    items: readonly StoredItem[],
    entries: readonly OutboxEntry[],
  ) {
    this.#article = article;
    this.#ownPlace = inventory.locationId;
    this.#items = items;
    for (const item of items) this.#found.set(`i${item.oid}`, new Folded(item));
    for (const entry of entries) this.#add(entry);
  }

  /** All of them. */
  all(): readonly ItemNow[] {
    return [...this.#found].map(([key, folded]) => this.#shown(key, folded));
  }

  /** The one that the article's code means at a place, by the server's rule; it may be counted nowhere yet. `"locationRequired"`: it can't be known. */
  at(placeId: number | null, isExtra = false): ItemNow | "locationRequired" {
    const key = this.#keyAt(placeId, isExtra);
    return key === "locationRequired" ? "locationRequired" : this.#shown(key, this.#of(key));
  }

  /** The one of this key or oid; null: there is none. */
  get(wanted: string | number): ItemNow | null {
    const key = typeof wanted === "number" ? `i${wanted}` : wanted;
    const folded = this.#found.get(key);
    return folded === undefined ? null : this.#shown(key, folded);
  }

  #keyAt(placeId: number | null, isExtra = false): string {
    const choice = resolveItem(this.#items.map(candidateOf), placeId, this.#ownPlace, isExtra);
    if (choice === "locationRequired") return "locationRequired";
    return choice.item === null ? `a${this.#article.oid}@${choice.locationId}` : `i${choice.item}`;
  }

  #of(key: string): Folded {
    return this.#found.get(key) ?? new Folded(null, Number(key.slice(key.indexOf("@") + 1)));
  }

  #add(entry: OutboxEntry): void {
    const { itemId, locationId, isExtra } = entry.operation;
    const place = locationId ?? null;
    const key = itemId === undefined ? this.#keyAt(place, isExtra) : `i${itemId}`;
    // An item that is gone here, or that nobody can know: its receipt will say so.
    if (key === "locationRequired" || (itemId !== undefined && !this.#found.has(key))) return;
    const folded = this.#of(key);
    folded.add(entry, itemId === undefined ? (place ?? this.#ownPlaceOf(key)) : place);
    this.#found.set(key, folded);
  }

  /** Where what named no place is found: nobody said, unless it is unexpected. */
  #ownPlaceOf(key: string): number | null {
    const found = this.#found.get(key);
    return found?.item?.locationId != null ? null : this.#ownPlace;
  }

  #shown(key: string, { item, foundAt, state, counted, ahead }: Folded): ItemNow {
    const { inventoryQuantity, inventoryLocationId, isFound, isToRecount, isDisposal } = state;
    return {
      key,
      itemId: item?.oid ?? null,
      articleId: this.#article.oid,
      name: item?.article.name ?? this.#article.name,
      code: item?.article.code ?? this.#article.code,
      expectedAt: item?.locationId ?? null,
      foundAt,
      expected: item === null ? 0 : (item.quantity ?? null),
      isUnexpected: item === null || item.isUnexpected,
      quantity: inventoryQuantity,
      placeId: inventoryLocationId,
      isFound: isFound === 1,
      isToRecount: isToRecount === 1,
      isDisposal: isDisposal === 1,
      disposalMethodId: state.disposalMethodId,
      disposalReasonId: state.disposalReasonId,
      note: state.note,
      counted: state.countedBy === null ? null : counted,
      ahead,
    };
  }
}

/** One item with what was done here folded onto it. */
class Folded {
  readonly item: StoredItem | null;
  readonly foundAt: number | null;
  state: CountState;
  counted: LastCount | null;
  ahead = 0;

  constructor(item: StoredItem | null, foundAt: number | null = item?.foundAtLocationId ?? null) {
    this.item = item;
    this.foundAt = foundAt;
    this.state = item === null ? NOT_COUNTED : stateOf(item);
    this.counted = item?.counted ?? null;
  }

  add({ operation, shown }: OutboxEntry, place: number | null): void {
    const entered: Count = withLocation(countOf(operation), place);
    const { operationId, kind, at, userId } = operation;
    // Counts of other terminals are compared by the server: here all are this terminal's own.
    const received = { terminal: HERE, change: 0, seen: null };
    this.state = afterOperation(this.state, { operationId, kind, entered, at, userId, ...received });
    if (this.state.countedDT === at) this.counted = { at, user: { id: userId, fullName: shown.author } };
    this.ahead++;
  }
}

const HERE = "here";

function stateOf(item: StoredItem): CountState {
  const { inventoryQuantity, inventoryLocationId, disposalMethodId, disposalReasonId, note, counted } = item;
  return {
    inventoryQuantity,
    inventoryLocationId,
    isFound: item.isFound ? 1 : 0,
    isDisposal: item.isDisposal ? 1 : 0,
    disposalMethodId,
    disposalReasonId,
    note,
    isToRecount: item.isToRecount ? 1 : 0,
    countedDT: counted?.at ?? null,
    countedBy: counted?.user.id ?? null,
    // The server does not tell which terminal it was: whether another one has set it otherwise, it says itself.
    countedTerminal: HERE,
    recentCounts: [],
    operationDT: counted?.at ?? null,
  };
}

// Of a blind count the terminal does not know how many are expected. The server looks at it only where an article is expected at
// one place and scanned at another.
function candidateOf({ oid, locationId, foundAtLocationId, quantity = 1 }: StoredItem): Candidate {
  return { oid, locationId, foundAtLocationId, quantity };
}
