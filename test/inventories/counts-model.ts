// A simple model of counting, made without a look at how the box does it: what a stocktake knows when all has come in.

/** What is expected: pieces of an article at a place. */
export type Expected = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A count as a terminal makes it; `second` is its time, `rank` decides between equal times. */
export interface Counted {
  readonly terminal: number;
  readonly kind: "set" | "add";
  readonly code: string;
  readonly place: string | null;
  readonly quantity: number | null;
  readonly isFound: boolean | null;
  readonly note: string | null;
  readonly second: number;
  readonly rank: number;
}

/** An item as it ends up, by article and by the place where it is expected or was found. */
export interface Ending {
  readonly article: string;
  readonly expectedAt: string | null;
  readonly foundAt: string | null;
  readonly quantity: number | null;
  readonly isFound: boolean;
  readonly note: string | null;
  readonly isToRecount: boolean;
}

/** The items of an inventory after all these counts, whatever way they came. */
export function endingOf(expected: Expected, ownPlace: string, counts: readonly Counted[]): Ending[] {
  const told = new Map<string, Counted[]>();
  for (const [article, places] of Object.entries(expected))
    for (const place of Object.keys(places)) told.set(`${article} ${place}`, []);
  const inTime = counts.toSorted((a, b) => a.second - b.second || a.rank - b.rank);
  for (const count of inTime) {
    const name = itemOf(expected, ownPlace, count);
    if (name !== null) told.set(name, [...(told.get(name) ?? []), count]);
  }
  return [...told].map(([name, own]) => walk(expected, ownPlace, name, own)).sort(byName);
}

/** Article and place of the item that is meant; null where nobody can know it. */
function itemOf(expected: Expected, ownPlace: string, { code, place }: Counted): string | null {
  const stock = expected[code];
  if (stock === undefined) return null;
  const places = Object.keys(stock);
  const [only = ""] = places;
  if (place === null) {
    if (places.length > 1) return null;
    return `${code} ${places.length === 1 ? only : ownPlace}`;
  }
  const isOnePiece = places.length === 1 && stock[only] === 1;
  return `${code} ${isOnePiece ? only : place}`;
}

function walk(expected: Expected, ownPlace: string, name: string, counts: readonly Counted[]): Ending {
  const [article = "", place = ""] = name.split(" ");
  const isExpected = expected[article]?.[place] !== undefined;
  let [quantity, isFound, isToRecount]: [number | null, boolean, boolean] = [null, false, false];
  let [note, foundAt]: [string | null, string | null] = [null, null];
  let setBy: number | null = null;
  for (const count of counts) {
    if (count.kind === "set" && count.quantity !== null) {
      const disagrees = quantity !== null && quantity !== count.quantity && setBy !== count.terminal;
      isToRecount = !isToRecount && disagrees;
    }
    quantity = count.kind === "set" ? count.quantity : Math.max(0, (quantity ?? 0) + (count.quantity ?? 0));
    setBy = quantity === null ? null : count.terminal;
    isFound = count.isFound ?? (quantity ?? 0) > 0;
    if (count.note !== null) note = count.note;
    if (count.place !== null) foundAt = count.place;
    else if (!isExpected) foundAt = ownPlace;
  }
  return { article, expectedAt: isExpected ? place : null, foundAt, quantity, isFound, note, isToRecount };
}

export const byName = (a: Ending, b: Ending) => (nameOf(a) < nameOf(b) ? -1 : 1);
const nameOf = ({ article, expectedAt, foundAt }: Ending) => `${article} ${expectedAt} ${foundAt}`;
