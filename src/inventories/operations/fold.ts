import type { Flag } from "../../storage/schema/columns.ts";
import type { CountOperationTable } from "../../storage/schema/inventories.ts";

// What a stocktake knows of an item is the fold of all that was said of it, in the order of when it was said. Nothing
// here knows the database, so that whatever arrives in whatever order ends alike.

/** What is said of an item; an absent property keeps what is known. */
export interface Count {
  /** The quantity; of an `add` what comes to it. Null takes the count back. */
  readonly inventoryQuantity?: number | null | undefined;
  readonly inventoryLocationId?: number | null | undefined;
  readonly isFound?: boolean | undefined;
  readonly isDisposal?: boolean | undefined;
  readonly disposalMethodId?: number | null | undefined;
  readonly disposalReasonId?: number | null | undefined;
  readonly note?: string | null | undefined;
}

export const COUNT_FIELDS = [
  "inventoryQuantity",
  "inventoryLocationId",
  "isFound",
  "isDisposal",
  "disposalMethodId",
  "disposalReasonId",
  "note",
] as const satisfies readonly (keyof Count)[];

/** What is known of an item. */
export interface CountState {
  readonly inventoryQuantity: number | null;
  readonly inventoryLocationId: number | null;
  readonly isFound: Flag;
  readonly isDisposal: Flag;
  readonly disposalMethodId: number | null;
  readonly disposalReasonId: number | null;
  readonly note: string | null;
  readonly isToRecount: Flag;
  /** When and by whom (user) it was counted last; null while it is not counted. */
  readonly countedDT: string | null;
  readonly countedBy: number | null;
  /** Who set the quantity: `device 3` or `user 2`. */
  readonly countedTerminal: string | null;
  /** When the newest operation was made. */
  readonly operationDT: string | null;
}

/** An operation as the fold needs it. `at`: ISO 8601 UTC with milliseconds, so that text order is time order. */
export interface Operation {
  readonly operationId: string;
  readonly kind: CountOperationTable["kind"];
  readonly entered: Count;
  readonly at: string;
  readonly userId: number;
  readonly terminal: string;
}

/** Of an item that nobody has counted. */
export const NOTHING: CountState = {
  inventoryQuantity: null,
  inventoryLocationId: null,
  isFound: 0,
  isDisposal: 0,
  disposalMethodId: null,
  disposalReasonId: null,
  note: null,
  isToRecount: 0,
  countedDT: null,
  countedBy: null,
  countedTerminal: null,
  operationDT: null,
};

export const MOST_PIECES = 2 ** 31 - 1;

/** The order in which operations count: by time, then by their ids. */
export function inOrder(a: Operation, b: Operation): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.operationId < b.operationId ? -1 : a.operationId > b.operationId ? 1 : 0;
}

/** What is known after one operation more, which comes after all that `state` was made of. */
export function afterOperation(state: CountState, operation: Operation): CountState {
  const { kind, at } = operation;
  if (kind === "recount") return { ...state, isToRecount: 1, operationDT: at };
  if (kind === "settle") return { ...state, isToRecount: 0, operationDT: at };
  return afterCount(state, operation);
}

function afterCount(state: CountState, operation: Operation): CountState {
  const { kind, entered, at, userId, terminal } = operation;
  const said = entered.inventoryQuantity;
  const inventoryQuantity =
    said === undefined ? state.inventoryQuantity : kind === "add" ? sumOf(state, said) : said;
  const isFound =
    entered.isFound !== undefined
      ? flagOf(entered.isFound)
      : said !== undefined
        ? flagOf(inventoryQuantity !== null && inventoryQuantity > 0)
        : state.isFound;
  const { countedDT, countedBy } = state;
  const isCount = said !== undefined || entered.isFound !== undefined;
  const isCounted = inventoryQuantity !== null || isFound === 1;
  return {
    inventoryQuantity,
    inventoryLocationId: kept(entered.inventoryLocationId, state.inventoryLocationId),
    isFound,
    isDisposal: entered.isDisposal === undefined ? state.isDisposal : flagOf(entered.isDisposal),
    disposalMethodId: kept(entered.disposalMethodId, state.disposalMethodId),
    disposalReasonId: kept(entered.disposalReasonId, state.disposalReasonId),
    note: kept(entered.note, state.note),
    isToRecount: isToRecount(state, operation),
    countedDT: !isCounted ? null : isCount ? at : countedDT,
    countedBy: !isCounted ? null : isCount ? userId : countedBy,
    countedTerminal:
      inventoryQuantity === null ? null : said === undefined ? state.countedTerminal : terminal,
    operationDT: at,
  };
}

/** Never below nothing: a refusal here would depend on what has arrived so far. */
function sumOf({ inventoryQuantity }: CountState, added: number | null): number {
  return Math.min(MOST_PIECES, Math.max(0, (inventoryQuantity ?? 0) + (added ?? 0)));
}

/**
 * A terminal that sets another quantity than another one has set leaves the item to be counted again; whoever sets its
 * quantity then settles it. What is added, or taken back, contradicts nobody.
 */
function isToRecount(state: CountState, { kind, entered, terminal }: Operation): Flag {
  const said = entered.inventoryQuantity;
  if (said === undefined || said === null || kind === "add") return state.isToRecount;
  if (state.isToRecount === 1 || state.inventoryQuantity === null) return 0;
  return flagOf(said !== state.inventoryQuantity && terminal !== state.countedTerminal);
}

/** What is said of an item together with where it was found; null: nobody said where. */
export function placed(entered: Count, place: number | null): Count {
  return place === null ? entered : { ...entered, inventoryLocationId: place };
}

const kept = <T>(given: T | undefined, known: T): T => (given === undefined ? known : given);
const flagOf = (isSet: boolean): Flag => (isSet ? 1 : 0);

/** What an operation changed, by field: as the history tells it. */
export function changesBetween(old: CountState, next: CountState): { before: object; after: object } {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const field of COUNT_FIELDS) {
    if (old[field] === next[field]) continue;
    const isFlag = field === "isFound" || field === "isDisposal";
    before[field] = isFlag ? old[field] === 1 : old[field];
    after[field] = isFlag ? next[field] === 1 : next[field];
  }
  return { before, after };
}
