// What a stocktake finds as of the end of its decisive day: the figures of its preparation and of its count, rolled back or forward
// by what has moved between. Pure functions. Times are ISO 8601.

/** A change of the pieces of an article at a location. */
export interface StockMovement {
  readonly locationId: number;
  readonly at: string;
  /** Pieces there before and after it. */
  readonly before: number;
  readonly after: number;
  /** `correction`: the close of another stocktake, an undone job and a correction of the records, which move no pieces. `ownClose`: the close of this one. */
  readonly kind: "movement" | "correction" | "ownClose";
}

/** The times of a stocktake. */
export interface AsOfTimes {
  /** The last moment of the decisive day. */
  readonly day: string;
  readonly prepared: string;
  /** What came later, nobody could count. */
  readonly finished: string;
}

/** An item as it was counted. */
interface CountedQuantity {
  /** The expected location; null: unexpected. */
  readonly locationId: number | null;
  /** Where it was found, if not there. */
  readonly foundLocationId: number | null;
  /** Pieces expected, or recorded where an unexpected article was found, and those that came since. */
  readonly quantity: number;
  readonly movedQuantity: number;
  /** Pieces found; null: not counted. */
  readonly found: number | null;
  /** It was found, without a quantity: the pieces recorded at that time. */
  readonly isFoundAsRecorded: boolean;
  readonly countedDT: string | null;
  /** What a Manager says of the movements: all are part of the count, or none is. Null: those before it are. */
  readonly decision: "keepCount" | "keepDifference" | null;
  /** When it was last compared with the stock recorded then, which is `quantity`; null: at the preparation. */
  readonly recountDT: string | null;
}

/** Figures as of the end of the decisive day. */
export interface AsOf {
  readonly quantity: number;
  /** Null: not counted. */
  readonly found: number | null;
  readonly difference: number | null;
  /** Net pieces that came between the decisive day and the count, whichever was first; null: not counted. */
  readonly moved: number | null;
  /**
   * Pieces by which the found quantity without `moved` would be below 0: what was lost of pieces that came after the day, or is missing of
   * pieces that had left on it. At most 0; null: not counted.
   */
  readonly notOfDay: number | null;
}

/** Figures of an article at a location where it has no item. */
export interface AsOfRemainder {
  readonly locationId: number;
  readonly asOf: AsOf & {
    readonly found: number;
    readonly difference: number;
    readonly moved: number;
    readonly notOfDay: number;
  };
}

/** The movements of an item at a location, as far as they are later than `since`. `expected`: when its pieces were recorded. */
interface Part {
  readonly movements: readonly StockMovement[];
  readonly since: string;
  readonly expected: string;
}

/** Before and after every time. */
const ALWAYS = "";
const LAST = "~";

/**
 * The figures of the items of one article, in their order, and of the locations where it has none, but had pieces at the end of the
 * decisive day: they had left when the stocktake was prepared, or came later and were not found. `movements` are all of the article
 * after the decisive day and the preparation, whichever was first, in the order of time. Each is part of one line at most.
 */
export function asOfDay(
  items: readonly CountedQuantity[],
  movements: readonly StockMovement[],
  times: AsOfTimes,
): { readonly items: AsOf[]; readonly remainders: AsOfRemainder[] } {
  const { day, prepared, finished } = times;
  const places = byLocation(movements);
  const partAt = (locationId: number, since: string, expected = prepared): Part => ({
    movements: places.get(locationId) ?? [],
    since,
    expected,
  });
  // The locations whose movements belong to an item: all of them, or those since the preparation.
  const whole = new Set(items.flatMap(({ locationId }) => locationId ?? []));
  const sincePrepared = new Set<number>();
  const taken = new Set(items.flatMap(({ locationId, found }) => (found === null ? [] : (locationId ?? []))));
  const foundParts = new Map<CountedQuantity, Part>();
  const unexpectedFirst = [...items].sort((one, other) => (one.locationId ?? 0) - (other.locationId ?? 0));
  for (const item of unexpectedFirst) {
    const { locationId, foundLocationId } = item;
    if (foundLocationId === null || taken.has(foundLocationId)) continue;
    taken.add(foundLocationId);
    // What was there before is not what was expected elsewhere. Nor is it unexpected where some of it was recorded.
    const isWhole = locationId === null && piecesAt(places.get(foundLocationId) ?? [], prepared) === 0;
    (isWhole ? whole : sincePrepared).add(foundLocationId);
    const part = partAt(foundLocationId, isWhole ? ALWAYS : prepared);
    const came = byTime(part.movements);
    const others = unexpectedFirst.filter((one) => one !== item && one.foundLocationId === foundLocationId);
    for (const other of others) {
      const from = places.get(other.locationId ?? 0) ?? [];
      const own = came.map((one) => ({
        ...one,
        after: one.at > prepared ? exchanged(one.after, netAt(from, one)) : 0,
      }));
      foundParts.set(other, { ...part, movements: own, since: prepared });
    }
    // The rest is the first one's.
    const ofOthers = others.map((other) => foundParts.get(other)?.movements ?? []);
    const rest = came.map((one, index) => ({
      ...one,
      before: ofOthers.reduce((pieces, own) => pieces + (own[index]?.after ?? 0), 0),
    }));
    foundParts.set(item, { ...part, movements: rest });
  }
  const figures = items.map((item) => {
    const { locationId, recountDT } = item;
    const found = foundParts.get(item);
    const own = locationId === null ? [] : [partAt(locationId, ALWAYS, recountDT ?? prepared)];
    const parts = [...own, ...(found ? [found] : [])];
    const elsewhere = places.get(item.foundLocationId ?? 0) ?? [];
    return figuresOf(item, parts, times, (time) => stayedWhereExpected(item, own, elsewhere, time));
  });
  const remainders = [...places]
    .filter(([locationId]) => !whole.has(locationId) && (day < prepared || !sincePrepared.has(locationId)))
    .flatMap(([locationId, at]) => {
      const nothingFound = sincePrepared.has(locationId) ? prepared : finished;
      return remainderAt(locationId, at, { day, prepared, nothingFound });
    });
  return { items: figures, remainders };
}

function byLocation(movements: readonly StockMovement[]): Map<number, StockMovement[]> {
  const places = new Map<number, StockMovement[]>();
  for (const movement of movements) {
    const there = places.get(movement.locationId);
    if (there === undefined) places.set(movement.locationId, [movement]);
    else there.push(movement);
  }
  return places;
}

/**
 * Pieces that had come until a time to the expected location of an item that was found elsewhere, after its count, which a Manager keeps.
 * The close has the same in SQL: src/inventories/items/second-count-sql.ts.
 */
function stayedWhereExpected(
  { locationId, foundLocationId, countedDT, decision }: CountedQuantity,
  [own]: readonly Part[],
  elsewhere: readonly StockMovement[],
  time: string,
): number {
  if (decision !== "keepCount" || countedDT === null || own === undefined) return 0;
  if (foundLocationId === null || foundLocationId === locationId) return 0;
  const later = ({ at }: StockMovement) => at >= countedDT && at <= time;
  let stayed = 0;
  for (const at of new Set(own.movements.filter(later).map((movement) => movement.at))) {
    const then = { at, kind: "movement" } as const;
    const pieces = netAt(own.movements, then);
    stayed += pieces + exchanged(netAt(elsewhere, then), pieces);
  }
  return Math.max(0, Math.min(piecesAt(own.movements, time), stayed));
}

/** Net pieces that came at a time, by movements of one kind. */
const netAt = (movements: readonly StockMovement[], { at, kind }: Pick<StockMovement, "at" | "kind">) =>
  netUntil((movement) => movement.at === at && movement.kind === kind, movements, at);

/** Of the pieces that came to where an item was found those that came from another place, where `pieces` came at the same time. */
const exchanged = (found: number, pieces: number) =>
  found > 0 ? Math.max(0, Math.min(found, -pieces)) : Math.min(0, Math.max(found, -pieces));

/** The movements at a location, one for each time and kind, from nothing to the net pieces that came. */
function byTime(movements: readonly StockMovement[]): StockMovement[] {
  const groups = new Map<string, StockMovement>();
  for (const one of movements) {
    const key = `${one.at} ${one.kind}`;
    const group = groups.get(key);
    groups.set(key, { ...(group ?? one), before: 0, after: (group?.after ?? 0) + one.after - one.before });
  }
  return [...groups.values()];
}

/** `parts`: that of the expected location first. `stayedUntil`: see `stayedWhereExpected`. */
function figuresOf(
  item: CountedQuantity,
  parts: readonly Part[],
  { day, prepared }: AsOfTimes,
  stayedUntil: (time: string) => number,
): AsOf {
  const { locationId, quantity, movedQuantity, found, isFoundAsRecorded, countedDT, decision, recountDT } =
    item;
  // A movement at the time of the count is later than the count.
  const countedAt = (expected: string) => {
    if (decision !== null) return decision === "keepCount" ? LAST : expected;
    return countedDT === null ? LAST : justBefore(countedDT);
  };
  const until = (isIn: IsIn, { movements, since, expected }: Part, time: string) => {
    const counted = earliest(time, countedAt(expected));
    let [came, fewest] = [0, 0];
    for (const movement of movements) {
      if (movement.at <= since || movement.at > time || !isIn(movement)) continue;
      came += movement.after - movement.before;
      if (movement.at <= counted) fewest = Math.min(fewest, came);
    }
    // Pieces that left where it was found, before the last ones came and it was counted there, were others.
    return since === ALWAYS || locationId === null ? came : came - fewest;
  };
  const between = (isIn: IsIn, part: Part, from: string, to: string) =>
    until(isIn, part, to) - until(isIn, part, from);
  // The ledger has the pieces that an expected item had. Without a movement they are those of the preparation.
  const bookAt = (time: string) => {
    const begin = locationId === null ? prepared : ALWAYS;
    let book = locationId === null ? quantity : (parts[0]?.movements[0]?.before ?? quantity + movedQuantity);
    for (const part of parts) book += between(isOfBook, part, begin, time);
    return book;
  };
  const book = bookAt(day);
  if (found === null || countedDT === null)
    return { quantity: book, found: null, difference: null, moved: null, notOfDay: null };
  const stayed = stayedUntil(LAST);
  let [rolled, moved] = [found + stayed, 2 * stayedUntil(day) - stayed];
  // Those that stayed are recorded too.
  if (isFoundAsRecorded && locationId !== null) rolled = bookAt(countedAt(recountDT ?? prepared));
  for (const part of parts) {
    const counted = countedAt(part.expected);
    const came = between(isOfPieces, part, counted, day);
    rolled += came;
    moved += counted < day ? came : -came;
  }
  return asOf(book, rolled, moved);
}

/**
 * The figures at a location without an item, if nothing was recorded there at the preparation, but at the end of the day.
 * `nothingFound`: a time at which no pieces were there.
 */
function remainderAt(
  locationId: number,
  movements: readonly StockMovement[],
  { day, prepared, nothingFound }: Omit<AsOfTimes, "finished"> & { readonly nothingFound: string },
): AsOfRemainder[] {
  const book = piecesAt(movements, day);
  if (book <= 0 || piecesAt(movements, prepared) !== 0) return [];
  const found = netUntil(isOfPieces, movements, day) - netUntil(isOfPieces, movements, nothingFound);
  return [{ locationId, asOf: asOf(book, found, day < nothingFound ? -found : found) }];
}

/** `rolled`: the pieces found without those that came, or with those that did. */
function asOf(quantity: number, rolled: number, moved: number) {
  const found = Math.max(0, rolled);
  // No negative zeros, which JSON and equality tell apart.
  return { quantity, found, difference: found - quantity, moved: moved || 0, notOfDay: rolled - found };
}

/** A text that is before this time, and after all earlier ones. */
const justBefore = (time: string) => time.slice(0, -"Z".length);

const earliest = (one: string, other: string) => (one < other ? one : other);

type IsIn = (movement: StockMovement) => boolean;
const isOfPieces: IsIn = ({ kind }) => kind === "movement";
const isOfBook: IsIn = ({ kind }) => kind !== "ownClose";

/** Net pieces that came until a time, and at it. */
function netUntil(isIn: IsIn, movements: readonly StockMovement[], time: string): number {
  let net = 0;
  for (const movement of movements)
    if (movement.at <= time && isIn(movement)) net += movement.after - movement.before;
  return net;
}

/** The recorded pieces at a time. */
function piecesAt(movements: readonly StockMovement[], time: string): number {
  const [first] = movements;
  return first === undefined ? 0 : first.before + netUntil(isOfBook, movements, time);
}
