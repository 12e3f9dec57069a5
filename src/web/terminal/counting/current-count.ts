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
import type { OutboxEntry, StoredArticle, StoredInventory, StoredItem } from "../../db/outbox-shapes.ts";

// The items of one article: the server's state with the local operations folded onto it, by the server's
// rules.

/** The current state of an item, which the server may not know yet. */
export interface ItemNow {
  /** `i12`, or `a7@3` for an article found unexpectedly at a location and not sent yet. */
  readonly key: string;
  readonly itemId: number | null;
  readonly articleId: number;
  readonly name: string;
  readonly code: string | null;
  /** What its quantities count; null: pieces. */
  readonly unit: string | null;
  /** The expected location; null: not expected. */
  readonly expectedAt: number | null;
  /** The location where an unexpected item was found first. */
  readonly foundAt: number | null;
  /** The expected quantity; null: hidden (blind). */
  readonly expected: number | null;
  readonly isUnexpected: boolean;
  readonly quantity: number | null;
  /** The location of the count. */
  readonly placeId: number | null;
  /** The same by the server, or by the last operation that names the item: others may be about another one. */
  readonly placedAt: number | null;
  readonly isFound: boolean;
  readonly isToRecount: boolean;
  /** By the server's last state: another person than `counted` must count it too. */
  readonly needsSecondCount: boolean;
  readonly isDisposal: boolean;
  readonly disposalMethodId: number | null;
  readonly disposalReasonId: number | null;
  readonly note: string | null;
  readonly counted: LastCount | null;
  /** The number of operations that the server's state does not include. */
  readonly ahead: number;
}

/**
 * Whether the server finds the item by its code at a location. In a blind count nobody knows here whether an article is the single piece
 * that is expected at another location, or one more.
 */
export const isFoundByCode = ({ expected, expectedAt }: ItemNow, placeId: number | null): boolean =>
  expected !== null || expectedAt === null || expectedAt === placeId;

/**
 * The id by which an operation at a location names the item; null: the code and the location say what was counted, and the server
 * decides.
 */
export const itemIdAt = (item: ItemNow, placeId: number | null): number | null =>
  item.code === null || isFoundByCode(item, placeId) || item.placedAt === placeId ? item.itemId : null;

/** The article of the items. */
export interface ArticleRef {
  readonly oid: number;
  readonly name: string;
  readonly code: string | null;
  /** Null: pieces. */
  readonly unit: string | null;
}

/** The article as this device has stored it. */
export const refOf = ({ oid, name, code, unit }: StoredArticle): ArticleRef => ({
  oid,
  name,
  code,
  unit: unit ?? null,
});

/** The article as an operation has shown it. */
export const shownRef = (oid: number, { name, code, unit = null }: OutboxEntry["shown"]): ArticleRef => ({
  oid,
  name,
  code,
  unit,
});

/** The items of one article in an inventory. */
export class ArticleItems {
  readonly #article: ArticleRef;
  readonly #ownPlace: number | null;
  readonly #items: readonly StoredItem[];
  readonly #found = new Map<string, Folded>();

  /** `entries`: the operations of the article that are `ahead`, in order. */
  constructor(
    inventory: Pick<StoredInventory, "locationId">,
    article: ArticleRef,
    items: readonly StoredItem[],
    entries: readonly OutboxEntry[],
  ) {
    this.#article = article;
    this.#ownPlace = inventory.locationId;
    this.#items = items;
    for (const item of items) this.#found.set(`i${item.oid}`, new Folded(item));
    for (const entry of entries) this.#add(entry);
  }

  /** All items. */
  all(): readonly ItemNow[] {
    return [...this.#found].map(([key, folded]) => this.#shown(key, folded));
  }

  /**
   * The item of a scan at a location, by the server's rule. It may not be counted yet. `"locationRequired"`:
   * not determined.
   */
  at(placeId: number | null, isExtra = false): ItemNow | "locationRequired" {
    const key = this.#keyAt(placeId, isExtra);
    return key === "locationRequired" ? "locationRequired" : this.#shown(key, this.#of(key));
  }

  /** The item with this key or oid; null: none. */
  get(keyOrOid: string | number): ItemNow | null {
    const key = typeof keyOrOid === "number" ? `i${keyOrOid}` : keyOrOid;
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
    const location = locationId ?? null;
    const key = itemId === undefined ? this.#keyAt(location, isExtra) : `i${itemId}`;
    // The item is unknown or deleted here. The receipt will say so.
    if (key === "locationRequired" || (itemId !== undefined && !this.#found.has(key))) return;
    const folded = this.#of(key);
    folded.add(entry, itemId === undefined ? (location ?? this.#ownPlaceOf(key)) : location);
    this.#found.set(key, folded);
  }

  /** The location of an operation without one: unknown, unless the item is unexpected. */
  #ownPlaceOf(key: string): number | null {
    const found = this.#found.get(key);
    return found?.item?.locationId != null ? null : this.#ownPlace;
  }

  #shown(key: string, { item, foundAt, state, placedAt, counted, ahead }: Folded): ItemNow {
    const { inventoryQuantity, inventoryLocationId, isFound, isToRecount, isDisposal } = state;
    return {
      key,
      itemId: item?.oid ?? null,
      articleId: this.#article.oid,
      name: item?.article.name ?? this.#article.name,
      code: item?.article.code ?? this.#article.code,
      // An item that an earlier version has stored has none.
      unit: (item ?? this.#article).unit ?? null,
      expectedAt: item?.locationId ?? null,
      foundAt,
      expected: item === null ? 0 : (item.quantity ?? null),
      isUnexpected: item === null || item.isUnexpected,
      quantity: inventoryQuantity,
      placeId: inventoryLocationId,
      placedAt,
      isFound: isFound === 1,
      isToRecount: isToRecount === 1,
      needsSecondCount: item?.needsSecondCount === true && ahead === 0,
      isDisposal: isDisposal === 1,
      disposalMethodId: state.disposalMethodId,
      disposalReasonId: state.disposalReasonId,
      note: state.note,
      counted: state.countedBy === null ? null : counted,
      ahead,
    };
  }
}

/** An item with the local operations folded onto it. */
class Folded {
  readonly item: StoredItem | null;
  readonly foundAt: number | null;
  state: CountState;
  placedAt: number | null;
  counted: LastCount | null;
  ahead = 0;

  constructor(item: StoredItem | null, foundAt: number | null = item?.foundAtLocationId ?? null) {
    this.item = item;
    this.foundAt = foundAt;
    this.state = item === null ? NOT_COUNTED : stateOf(item);
    this.placedAt = this.state.inventoryLocationId;
    this.counted = item?.counted ?? null;
  }

  add({ operation, shown }: OutboxEntry, location: number | null): void {
    const entered: Count = withLocation(countOf(operation), location);
    const { operationId, kind, at, userId } = operation;
    // The server compares counts of other terminals. Here all are of this terminal.
    const received = { terminal: THIS_TERMINAL, change: 0, seen: null };
    this.state = afterOperation(this.state, { operationId, kind, entered, at, userId, ...received });
    if (operation.itemId !== undefined || this.item === null) this.placedAt = this.state.inventoryLocationId;
    if (this.state.countedDT === at) this.counted = { at, user: { id: userId, fullName: shown.author } };
    this.ahead++;
  }
}

const THIS_TERMINAL = "here";

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
    // The server does not say which terminal it was, and detects conflicts itself.
    countedTerminal: THIS_TERMINAL,
    recentCounts: [],
    operationDT: counted?.at ?? null,
  };
}

// In a blind count the expected quantity is unknown. The server needs it only if an article is expected at
// one location and scanned at another.
function candidateOf({ oid, locationId, foundAtLocationId, quantity = 1 }: StoredItem): Candidate {
  return { oid, locationId, foundAtLocationId, quantity };
}
