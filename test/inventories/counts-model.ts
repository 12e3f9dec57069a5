// A simple model of counting, written independently of the server: the state of a stocktake after all operations.

/** The expected pieces of an article at a location. */
export type Expected = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A count as a terminal makes it; `second` is its time, `rank` decides between equal times. */
export interface Counted {
  readonly terminal: number;
  readonly kind: "set" | "add";
  readonly code: string;
  readonly location: string | null;
  readonly quantity: number | null;
  readonly isFound: boolean | null;
  readonly note: string | null;
  readonly second: number;
  readonly rank: number;
  /** Ranks of the counts that were unknown to the terminal when it made this one. */
  readonly unknown?: readonly number[];
}

/** The final state of an item, by article and by the location where it is expected or was found. */
export interface Ending {
  readonly article: string;
  readonly expectedAt: string | null;
  readonly foundAt: string | null;
  readonly quantity: number | null;
  readonly isFound: boolean;
  readonly note: string | null;
  readonly isToRecount: boolean;
}

/** The items of an inventory after all these counts, in any order of arrival. */
export function endingOf(expected: Expected, ownLocation: string, counts: readonly Counted[]): Ending[] {
  const countsByItem = new Map<string, Counted[]>();
  for (const [article, locations] of Object.entries(expected))
    for (const location of Object.keys(locations)) countsByItem.set(`${article} ${location}`, []);
  const inTime = counts.toSorted((a, b) => a.second - b.second || a.rank - b.rank);
  for (const count of inTime) {
    const name = itemOf(expected, ownLocation, count);
    if (name !== null) countsByItem.set(name, [...(countsByItem.get(name) ?? []), count]);
  }
  return [...countsByItem].map(([name, own]) => walk(expected, ownLocation, name, own)).sort(byName);
}

/** The article and location of the counted item; null where they are unknown. */
function itemOf(expected: Expected, ownLocation: string, { code, location }: Counted): string | null {
  const stock = expected[code];
  if (stock === undefined) return null;
  const locations = Object.keys(stock);
  const [only = ""] = locations;
  if (location === null) {
    if (locations.length > 1) return null;
    return `${code} ${locations.length === 1 ? only : ownLocation}`;
  }
  const isOnePiece = locations.length === 1 && stock[only] === 1;
  return `${code} ${isOnePiece ? only : location}`;
}

function walk(expected: Expected, ownLocation: string, name: string, counts: readonly Counted[]): Ending {
  const [article = "", location = ""] = name.split(" ");
  const isExpected = expected[article]?.[location] !== undefined;
  let [quantity, isFound, isToRecount]: [number | null, boolean, boolean] = [null, false, false];
  let [note, foundAt]: [string | null, string | null] = [null, null];
  /** The counts since all agreed, oldest first. */
  let open: Counted[] = [];
  for (const count of counts) {
    const isDisputed = disputes(open, count, quantity, isToRecount);
    const isSet = count.kind === "set" && count.quantity !== null;
    if (isSet && isToRecount && !isDisputed) open = [];
    else if (isSet && !isDisputed) open = open.filter(({ terminal }) => hasSet(open, terminal));
    if (isSet) open = open.filter(({ terminal }) => terminal !== count.terminal);
    if (isSet || isDisputed) isToRecount = isDisputed;
    if (count.quantity === null) open = [];
    // A piece that is scanned again changes nothing.
    else if (isSet || quantity === null || count.quantity !== 0) open = [...open, count];
    quantity = count.kind === "set" ? count.quantity : Math.max(0, (quantity ?? 0) + (count.quantity ?? 0));
    isFound = count.isFound ?? (quantity ?? 0) > 0;
    if (count.note !== null) note = count.note;
    if (count.location !== null) foundAt = count.location;
    else if (!isExpected) foundAt = ownLocation;
  }
  return { article, expectedAt: isExpected ? location : null, foundAt, quantity, isFound, note, isToRecount };
}

/** True where this count requires a recount: it contradicts other terminals' counts, or was made without knowing them. */
function disputes(
  open: readonly Counted[],
  count: Counted,
  known: number | null,
  isToRecount: boolean,
): boolean {
  if (count.quantity === null) return false;
  if (count.kind === "add" && count.quantity === 0 && known !== null) return false;
  const isUnknown = ({ rank }: Counted) => count.unknown?.includes(rank) ?? false;
  const others = open.filter(({ terminal }) => terminal !== count.terminal);
  if (count.kind === "add") return others.some(isUnknown) || takesFromOthers(open, count);
  const contradicting = others.filter(({ terminal }) =>
    hasSet(open, terminal)
      ? totalOf(open, terminal) !== count.quantity
      : others.some((other) => other.terminal === terminal && isUnknown(other)),
  );
  if (isToRecount) {
    const unknown = new Set(others.filter(isUnknown).map(({ terminal }) => terminal));
    return contradicting.some(({ terminal }) => unknown.has(terminal));
  }
  const isLastByOther = open.at(-1) !== undefined && open.at(-1)?.terminal !== count.terminal;
  return contradicting.length > 0 || (isLastByOther && known !== null && known !== count.quantity);
}

/** True where the count takes back more than its terminal has counted, of a quantity that another one has set. */
const takesFromOthers = (open: readonly Counted[], { terminal, quantity }: Counted) =>
  (quantity ?? 0) < 0 &&
  totalOf(open, terminal) + (quantity ?? 0) < 0 &&
  open.some((other) => other.terminal !== terminal && hasSet(open, other.terminal));

const hasSet = (open: readonly Counted[], by: number) =>
  open.some(({ terminal, kind }) => terminal === by && kind === "set");
const totalOf = (open: readonly Counted[], by: number) =>
  open.reduce((sum, { terminal, quantity }) => sum + (terminal === by ? (quantity ?? 0) : 0), 0);

export const byName = (a: Ending, b: Ending) => (nameOf(a) < nameOf(b) ? -1 : 1);
const nameOf = ({ article, expectedAt, foundAt }: Ending) => `${article} ${expectedAt} ${foundAt}`;
