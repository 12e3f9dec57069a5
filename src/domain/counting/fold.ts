// The state of an item is the fold of its operations in the order of their times. Pure functions: the order of arrival does
// not matter.

/** The changes of one operation. An absent property keeps the current value. */
export interface Count {
  /** The quantity; of an `add` the difference. Null retracts the count. */
  readonly inventoryQuantity?: number | null | undefined;
  readonly inventoryLocationId?: number | null | undefined;
  readonly isFound?: boolean | undefined;
  readonly isDisposal?: boolean | undefined;
  readonly disposalMethodId?: number | null | undefined;
  readonly disposalReasonId?: number | null | undefined;
  readonly note?: string | null | undefined;
}

type Flag = 0 | 1;

const COUNT_FIELDS = [
  "inventoryQuantity",
  "inventoryLocationId",
  "isFound",
  "isDisposal",
  "disposalMethodId",
  "disposalReasonId",
  "note",
] as const satisfies readonly (keyof Count)[];

/** The counts of one terminal since the counts last agreed. */
interface RecentCount {
  /** `device 3` or `user 2`. */
  readonly terminal: string;
  /** `set` once the terminal has set a quantity, even when it has added to it since. */
  readonly kind: "set" | "add";
  /** Pieces: the quantity that was set plus what the same terminal added since; of `add` alone the sum. */
  readonly total: number;
  /** The transaction in which the server received the newest of them. */
  readonly change: number;
}

/** The counted state of an item. */
export interface CountState {
  readonly inventoryQuantity: number | null;
  readonly inventoryLocationId: number | null;
  readonly isFound: Flag;
  readonly isDisposal: Flag;
  readonly disposalMethodId: number | null;
  readonly disposalReasonId: number | null;
  readonly note: string | null;
  readonly isToRecount: Flag;
  /** Time and user of the last count; null while not counted. */
  readonly countedDT: string | null;
  readonly countedBy: number | null;
  /** The terminal that changed the quantity last: `device 3` or `user 2`. */
  readonly countedTerminal: string | null;
  /** The counts that a later one may contradict, one for each terminal. */
  readonly recentCounts: readonly RecentCount[];
  /** Time of the newest operation. */
  readonly operationDT: string | null;
}

/** `update`, `recount` and `settle` come from the console, `set` and `add` from terminals. */
export type OperationKind = "set" | "add" | "update" | "recount" | "settle";

/**
 * An operation as input of the fold. `at`: ISO 8601 UTC with milliseconds, so text order is time order. `change`: the
 * transaction that received it. `seen`: the last transaction whose counts the terminal knew; null: all earlier ones.
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

/** The state of an item without counts. */
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

type OperationOrder = Pick<Operation, "at" | "operationId">;

/** Compares operations by time, then by id. */
export function compareOperations(a: OperationOrder, b: OperationOrder): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.operationId < b.operationId ? -1 : a.operationId > b.operationId ? 1 : 0;
}

/** The state after one more operation. It must come after all operations of `state`. */
export function afterOperation(state: CountState, operation: Operation): CountState {
  const { kind, at } = operation;
  if (kind === "recount") return { ...state, isToRecount: 1, operationDT: at };
  if (kind === "settle") return { ...state, isToRecount: 0, operationDT: at };
  return afterCount(state, operation);
}

function afterCount(state: CountState, operation: Operation): CountState {
  const { kind, entered, at, userId, terminal } = operation;
  const entry = entered.inventoryQuantity;
  const kept = keptCounts(state, operation);
  const inventoryQuantity =
    kept.length > 0 ? piecesOf(kept) : quantityAfter(state.inventoryQuantity, { kind, quantity: entry });
  const isFound =
    entered.isFound !== undefined
      ? flagOf(entered.isFound)
      : entry !== undefined
        ? flagOf(inventoryQuantity !== null && inventoryQuantity > 0)
        : state.isFound;
  const { countedDT, countedBy } = state;
  const isCount = entry !== undefined || entered.isFound !== undefined;
  const isCountedNow = isCounted({ inventoryQuantity, isFound });
  return {
    inventoryQuantity,
    inventoryLocationId: valueOr(entered.inventoryLocationId, state.inventoryLocationId),
    isFound,
    isDisposal: entered.isDisposal === undefined ? state.isDisposal : flagOf(entered.isDisposal),
    disposalMethodId: valueOr(entered.disposalMethodId, state.disposalMethodId),
    disposalReasonId: valueOr(entered.disposalReasonId, state.disposalReasonId),
    note: valueOr(entered.note, state.note),
    ...comparison(state, operation),
    countedDT: !isCountedNow ? null : isCount ? at : countedDT,
    countedBy: !isCountedNow ? null : isCount ? userId : countedBy,
    countedTerminal:
      inventoryQuantity === null
        ? null
        : entry === undefined || isRepeat(state, operation)
          ? state.countedTerminal
          : terminal,
    operationDT: at,
  };
}

/**
 * The pieces after an operation; `before` null: not counted. An addition makes 0 to MAX_PIECES: an error here would depend on
 * the order of arrival.
 */
export function quantityAfter(
  before: number | null,
  { kind, quantity }: { readonly kind?: OperationKind; readonly quantity?: number | null | undefined },
): number | null {
  if (quantity === undefined) return before;
  return kind === "add" ? Math.min(MAX_PIECES, Math.max(0, (before ?? 0) + (quantity ?? 0))) : quantity;
}

/** True if the item has a counted quantity, or was marked as found. */
export const isCounted = ({
  inventoryQuantity,
  isFound,
}: {
  readonly inventoryQuantity: number | null;
  readonly isFound: Flag | boolean;
}): boolean => inventoryQuantity !== null || isFound === 1 || isFound === true;

type Comparison = Pick<CountState, "isToRecount" | "recentCounts">;

/**
 * Compares a count with the counts of other terminals. The item is marked for recount in three cases: two terminals set
 * different quantities, whatever was added in between; a terminal adds or sets without knowing an earlier count of another
 * one; a terminal removes pieces that are part of a quantity set by another one. A quantity set with knowledge of the
 * contradiction settles it. A retracted count contradicts none. A retraction leaves the pieces that other terminals counted without
 * its knowledge.
 */
function comparison(state: CountState, operation: Operation): Comparison {
  const { isToRecount, recentCounts } = state;
  const { entered, kind, terminal } = operation;
  const quantity = entered.inventoryQuantity;
  if (quantity === undefined || isRepeat(state, operation)) return { isToRecount, recentCounts };
  if (quantity === null) {
    const kept = keptCounts(state, operation);
    // A quantity may include the pieces that are retracted.
    const isUnsure = kept.some((count) => count.kind === "set");
    return { isToRecount: flagOf(isToRecount === 1 || isUnsure), recentCounts: kept };
  }
  const others = recentCounts.filter((count) => count.terminal !== terminal);
  if (kind !== "add") return comparedSet(state, operation, quantity, others);
  const own = recentCounts.find((count) => count.terminal === terminal);
  const added: RecentCount = {
    terminal,
    kind: own?.kind ?? "add",
    total: (own?.total ?? 0) + quantity,
    change: Math.max(own?.change ?? 0, operation.change),
  };
  const ignoresOthers = others.some((count) => isUnseen(count, operation));
  const removesOthers = quantity < 0 && added.total < 0 && others.some((count) => count.kind === "set");
  return {
    isToRecount: flagOf(isToRecount === 1 || ignoresOthers || removesOthers),
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
    const isContradicted = others.some((count) => isUnseen(count, operation) && contradicts(count));
    return { isToRecount: flagOf(isContradicted), recentCounts: isContradicted ? [...others, own] : [own] };
  }
  const { inventoryQuantity, countedTerminal } = state;
  const differsFromOther =
    inventoryQuantity !== null && quantity !== inventoryQuantity && countedTerminal !== terminal;
  if (differsFromOther || others.some(contradicts)) return { isToRecount: 1, recentCounts: [...others, own] };
  // Earlier additions are part of the quantity now.
  return { isToRecount: 0, recentCounts: [...others.filter(({ kind }) => kind === "set"), own] };
}

/** The counts that a retraction leaves: those of other terminals that its terminal did not know. */
function keptCounts({ recentCounts }: CountState, operation: Operation): readonly RecentCount[] {
  const { kind, entered, terminal } = operation;
  if (kind !== "set" || entered.inventoryQuantity !== null) return [];
  return recentCounts.filter((count) => count.terminal !== terminal && isUnseen(count, operation));
}

/** The pieces of counts in their order: a quantity that was set includes those before it. */
function piecesOf(counts: readonly RecentCount[]): number {
  let pieces = 0;
  for (const { kind, total } of counts) pieces = kind === "set" ? total : pieces + total;
  return quantityAfter(0, { kind: "add", quantity: pieces }) ?? 0;
}

/** The same piece was scanned again. Only user and time of the count change. */
const isRepeat = ({ inventoryQuantity }: CountState, { kind, entered }: Operation) =>
  inventoryQuantity !== null && kind === "add" && entered.inventoryQuantity === 0;

/** The terminal did not know the other count when it made its own. */
const isUnseen = (count: RecentCount, { seen }: Operation) => seen !== null && count.change > seen;

/** A count with the location where the item was found; null: no location was entered. */
export function withLocation(entered: Count, locationId: number | null): Count {
  return locationId === null ? entered : { ...entered, inventoryLocationId: locationId };
}

const valueOr = <T>(value: T | undefined, current: T): T => (value === undefined ? current : value);
const flagOf = (isSet: boolean): Flag => (isSet ? 1 : 0);

/** The changed fields, for the history. */
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
