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

type Flag = 0 | 1;

export const COUNT_FIELDS = [
  "inventoryQuantity",
  "inventoryLocationId",
  "isFound",
  "isDisposal",
  "disposalMethodId",
  "disposalReasonId",
  "note",
] as const satisfies readonly (keyof Count)[];

/** What one terminal has counted of an item since the counts last agreed. */
export interface RecentCount {
  /** `device 3` or `user 2`. */
  readonly terminal: string;
  /** `set` once the terminal has set a quantity, even when it has added to it since. */
  readonly kind: "set" | "add";
  /** Pieces: the quantity that was set plus what the same terminal added since; of `add` alone the sum. */
  readonly total: number;
  /** The transaction in which the server received the newest of them. */
  readonly change: number;
}

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
  /** The terminal that changed the quantity last: `device 3` or `user 2`. */
  readonly countedTerminal: string | null;
  /** The counts that a later one may contradict, one for each terminal. */
  readonly recentCounts: readonly RecentCount[];
  /** When the newest operation was made. */
  readonly operationDT: string | null;
}

/** `update`, `recount` and `settle` come from the console, `set` and `add` from terminals. */
export type OperationKind = "set" | "add" | "update" | "recount" | "settle";

/**
 * An operation as the fold needs it. `at`: ISO 8601 UTC with milliseconds, so that text order is time order. `change`: the
 * transaction in which the server received it. `seen`: the last transaction whose counts its terminal knew when it was made;
 * null: all that precede it.
 */
export interface Operation {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly entered: Count;
  readonly at: string;
  readonly userId: number;
  readonly terminal: string;
  readonly change: number;
  readonly seen: number | null;
}

/** Of an item that nobody has counted. */
export const NOT_COUNTED: CountState = {
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
  recentCounts: [],
  operationDT: null,
};

export const MAX_PIECES = 2 ** 31 - 1;

/** The order in which operations count: by time, then by their ids. */
export function compareOperations(a: Operation, b: Operation): number {
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
    inventoryLocationId: valueOr(entered.inventoryLocationId, state.inventoryLocationId),
    isFound,
    isDisposal: entered.isDisposal === undefined ? state.isDisposal : flagOf(entered.isDisposal),
    disposalMethodId: valueOr(entered.disposalMethodId, state.disposalMethodId),
    disposalReasonId: valueOr(entered.disposalReasonId, state.disposalReasonId),
    note: valueOr(entered.note, state.note),
    ...comparison(state, operation),
    countedDT: !isCounted ? null : isCount ? at : countedDT,
    countedBy: !isCounted ? null : isCount ? userId : countedBy,
    countedTerminal:
      inventoryQuantity === null
        ? null
        : said === undefined || isRepeat(state, operation)
          ? state.countedTerminal
          : terminal,
    operationDT: at,
  };
}

/** Never below nothing: a refusal here would depend on what has arrived so far. */
function sumOf({ inventoryQuantity }: CountState, added: number | null): number {
  return Math.min(MAX_PIECES, Math.max(0, (inventoryQuantity ?? 0) + (added ?? 0)));
}

type Comparison = Pick<CountState, "isToRecount" | "recentCounts">;

/**
 * Compares a count with those of other terminals. The item is to be recounted when two terminals set different quantities,
 * whatever was added in between, and when a terminal adds, or sets, without knowing what another one has counted before it, or
 * takes back pieces that another one has counted into the quantity that it set.
 * A quantity that is set by somebody who knows the contradiction settles it; a count that is taken back contradicts nobody.
 */
function comparison(state: CountState, operation: Operation): Comparison {
  const { isToRecount, recentCounts } = state;
  const { entered, kind, terminal } = operation;
  const quantity = entered.inventoryQuantity;
  if (quantity === undefined || isRepeat(state, operation)) return { isToRecount, recentCounts };
  if (quantity === null) return { isToRecount, recentCounts: [] };
  const others = recentCounts.filter((count) => count.terminal !== terminal);
  if (kind !== "add") return comparedSet(state, operation, quantity, others);
  const own = recentCounts.find((count) => count.terminal === terminal);
  const added: RecentCount = {
    terminal,
    kind: own?.kind ?? "add",
    total: (own?.total ?? 0) + quantity,
    change: Math.max(own?.change ?? 0, operation.change),
  };
  const isUnaware = others.some((count) => isUnseen(count, operation));
  const isOthers = quantity < 0 && added.total < 0 && others.some((count) => count.kind === "set");
  return {
    isToRecount: flagOf(isToRecount === 1 || isUnaware || isOthers),
    recentCounts: [...others, added],
  };
}

function comparedSet(
  state: CountState,
  operation: Operation,
  quantity: number,
  others: readonly RecentCount[],
): Comparison {
  const { terminal, change } = operation;
  const own: RecentCount = { terminal, kind: "set", total: quantity, change };
  const contradicts = (count: RecentCount) =>
    count.kind === "set" ? count.total !== quantity : isUnseen(count, operation);
  if (state.isToRecount === 1) {
    const isOpen = others.some((count) => isUnseen(count, operation) && contradicts(count));
    return { isToRecount: flagOf(isOpen), recentCounts: isOpen ? [...others, own] : [own] };
  }
  const { inventoryQuantity, countedTerminal } = state;
  const isOther =
    inventoryQuantity !== null && quantity !== inventoryQuantity && countedTerminal !== terminal;
  if (isOther || others.some(contradicts)) return { isToRecount: 1, recentCounts: [...others, own] };
  // What was added before is part of the quantity now.
  return { isToRecount: 0, recentCounts: [...others.filter(({ kind }) => kind === "set"), own] };
}

/** The same piece was scanned again: who saw it last is noted, and nothing else changes. */
const isRepeat = ({ inventoryQuantity }: CountState, { kind, entered }: Operation) =>
  inventoryQuantity !== null && kind === "add" && entered.inventoryQuantity === 0;

/** The terminal did not know the other's count when it made its own. */
const isUnseen = (count: RecentCount, { seen }: Operation) => seen !== null && count.change > seen;

/** What is said of an item together with where it was found; null: nobody said where. */
export function withLocation(entered: Count, place: number | null): Count {
  return place === null ? entered : { ...entered, inventoryLocationId: place };
}

const valueOr = <T>(given: T | undefined, known: T): T => (given === undefined ? known : given);
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
