import fc from "fast-check";
import { expect, test } from "vitest";
import { asOfDay, type StockMovement } from "../../src/domain/stocktakes/as-of.ts";
import { times } from "../harness/times.ts";

// The figures as of a decisive day, against a warehouse whose whole history is known: what was recorded and what was really there.

const PLACES = [1, 2, 3];
const DAY = Date.parse("2026-01-01T00:00:00.000Z");
const timeOf = (step: number) => new Date(DAY + step * 1000).toISOString();

/** What happens at a step: pieces move, the records of a place are corrected by another stocktake. */
const event = fc.oneof(
  fc.record({
    kind: fc.constant("move" as const),
    from: fc.constantFrom(null, ...PLACES),
    to: fc.constantFrom(null, ...PLACES),
    pieces: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant("correct" as const), place: fc.constantFrom(...PLACES) }),
);
const STEPS = 14;
const history = fc.record({
  recorded: fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5)),
  /** Pieces that are really there beside those recorded. */
  extra: fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)),
  events: fc.array(event, { minLength: STEPS, maxLength: STEPS }),
  prepared: fc.integer({ min: 0, max: STEPS - 2 }),
  count: fc.integer({ min: 1, max: STEPS }),
  day: fc.nat(STEPS),
});

const NOTHING = { kind: "move", from: null, to: null, pieces: 1 } as const;

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
type Pieces = Map<number, number>;
interface Moment {
  readonly recorded: Pieces;
  readonly real: Pieces;
}

/** Replays a history; events of step n happen at n + 0.5, so that the times of the stocktake are between them. */
function replay({ recorded, extra, events }: History) {
  const now: Moment = { recorded: new Map(), real: new Map() };
  for (const [index, place] of PLACES.entries()) {
    now.recorded.set(place, recorded[index] ?? 0);
    now.real.set(place, (recorded[index] ?? 0) + (extra[index] ?? 0));
  }
  const movements: StockMovement[] = [];
  const record = (step: number, locationId: number, after: number, kind: StockMovement["kind"]) => {
    const before = now.recorded.get(locationId) ?? 0;
    if (before === after) return;
    movements.push({ locationId, at: timeOf(step + 0.5), before, after, kind });
    now.recorded.set(locationId, after);
  };
  const moments: Moment[] = [];
  for (const [step, one] of events.entries()) {
    moments.push({ recorded: new Map(now.recorded), real: new Map(now.real) });
    if (one.kind === "correct") {
      record(step, one.place, now.real.get(one.place) ?? 0, "correction");
      continue;
    }
    const { from, to, pieces } = one;
    if (from === to) continue;
    if (from !== null && (now.recorded.get(from) ?? 0) < pieces) continue;
    for (const [place, came] of [
      [from, -pieces],
      [to, pieces],
    ] as const) {
      if (place === null) continue;
      record(step, place, (now.recorded.get(place) ?? 0) + came, "movement");
      now.real.set(place, (now.real.get(place) ?? 0) + came);
    }
  }
  moments.push({ recorded: new Map(now.recorded), real: new Map(now.real) });
  return { moments, movements };
}

/** The lines of a stocktake of this history. `isElsewhere`: an article that is gone is said to be what was found unexpectedly. */
function linesOf(given: History, isElsewhere: boolean) {
  const { moments: states, movements } = replay(given);
  const { count, day } = given;
  const prepared = Math.min(given.prepared, count - 1);
  const at = (step: number, what: keyof Moment, place: number) => states[step]?.[what].get(place) ?? 0;
  const counted = PLACES.map((place) => ({
    place,
    quantity: at(prepared, "recorded", place),
    found: at(count, "real", place),
  })).filter(({ quantity, found }) => quantity > 0 || found > 0);
  const gone = isElsewhere ? counted.find(({ quantity, found }) => quantity > 0 && found === 0) : undefined;
  const other = gone && counted.find(({ quantity }) => quantity === 0);
  const items = counted
    .filter((one) => one !== other)
    .map(({ place, quantity, found }) => ({
      place,
      locationId: quantity === 0 ? null : place,
      foundLocationId: place === gone?.place ? (other?.place ?? null) : quantity === 0 ? place : null,
      quantity,
      movedQuantity: 0,
      found: place === gone?.place ? (other?.found ?? 0) : found,
      isFoundAsRecorded: false,
      countedDT: timeOf(count),
      decision: null,
      recountDT: null,
    }));
  const moments = { day: timeOf(day), prepared: timeOf(prepared), finished: timeOf(count) };
  // The close of the stocktake itself makes the records right, and is no movement.
  const close = PLACES.map((locationId): StockMovement => {
    const before = at(STEPS, "recorded", locationId);
    return { locationId, at: timeOf(STEPS + 1), before, after: before + 7, kind: "ownClose" };
  });
  const first = moments.day < moments.prepared ? moments.day : moments.prepared;
  const figures = asOfDay(items, [...movements.filter((one) => one.at > first), ...close], moments);
  const lines = [
    ...items.map(({ place }, index) => ({ place, asOf: figures.items[index] })),
    ...figures.remainders.map(({ locationId, asOf }) => ({ place: locationId, asOf })),
  ];
  const then = PLACES.map((place) => ({
    place,
    quantity: at(day, "recorded", place),
    found: at(day, "real", place),
  }));
  return { lines, then };
}

test("each location has what was recorded and what was really there at the end of the day", () => {
  fc.assert(
    fc.property(history, (given) => {
      const { lines, then } = linesOf(given, false);
      expect(new Set(lines.map(({ place }) => place)).size).toBe(lines.length);
      for (const { place, quantity, found } of then) {
        const line = lines.find((one) => one.place === place);
        if (line === undefined) expect(quantity).toBe(0);
        else expect(line.asOf).toMatchObject({ quantity, found, difference: found - quantity });
      }
    }),
  );
});

test("no piece is lost or doubled where an article was found elsewhere", () => {
  fc.assert(
    fc.property(history, (given) => {
      const moves = given.events.filter(({ kind }) => kind === "move");
      const events = [...moves, ...Array.from({ length: STEPS - moves.length }, () => NOTHING)];
      const { lines, then } = linesOf({ ...given, events }, true);
      const sum = (each: readonly { quantity: number; found: number | null }[]) => ({
        quantity: each.reduce((all, { quantity }) => all + quantity, 0),
        found: each.reduce((all, { found }) => all + (found ?? 0), 0),
      });
      expect(sum(lines.flatMap(({ asOf }) => asOf ?? []))).toEqual(sum(then));
    }),
    // Most histories have no such article.
    { numRuns: times(2000) },
  );
});

test("a location without an item whose pieces had not left is no line: its stock was not selected", () => {
  const around = { day: timeOf(1), prepared: timeOf(3), finished: timeOf(4) };
  const left = { locationId: 1, at: timeOf(2), before: 5, after: 4, kind: "movement" } as const;
  expect(asOfDay([], [left], around).remainders).toEqual([]);
  expect(asOfDay([], [{ ...left, after: 0 }], around).remainders).toHaveLength(1);
});

const moved = (locationId: number, step: number, before: number, after: number): StockMovement => ({
  locationId,
  at: timeOf(step),
  before,
  after,
  kind: "movement",
});
/** Prepared at step 2, finished at step 6. */
const asOf = (day: number, items: Parameters<typeof asOfDay>[0], movements: readonly StockMovement[]) =>
  asOfDay(items, movements, { day: timeOf(day), prepared: timeOf(2), finished: timeOf(6) });
/** Five pieces at location 1, counted at step 4. */
const COUNTED = {
  locationId: 1,
  foundLocationId: null,
  quantity: 5,
  movedQuantity: 0,
  found: 5,
  isFoundAsRecorded: false,
  countedDT: timeOf(4),
  decision: null,
  recountDT: null,
};

test.each([
  [
    "came after the day",
    1,
    moved(1, 3, 5, 7),
    7,
    { quantity: 5, found: 5, difference: 0, moved: 2, notOfDay: 0 },
  ],
  [
    "came at the end of the day",
    3,
    moved(1, 3, 5, 7),
    7,
    { quantity: 7, found: 7, difference: 0, moved: 0, notOfDay: 0 },
  ],
  [
    "left after the count",
    6,
    moved(1, 5, 5, 4),
    5,
    { quantity: 4, found: 4, difference: 0, moved: -1, notOfDay: 0 },
  ],
])("pieces that %s", (_, day, movement, found, expected) => {
  expect(asOf(day, [{ ...COUNTED, found }], [movement]).items).toEqual([expected]);
});

test.each([
  ["that came after the day and were lost", 1, moved(1, 3, 0, 5), { quantity: 0, found: 4 }, [0, 5, -1]],
  ["that left after the count, more than were found", 6, moved(1, 5, 5, 0), { found: 4 }, [0, -5, -1]],
])(
  "less than nothing is never found as of the day: pieces %s",
  (_, day, movement, changes, [found, came, outside]) => {
    expect(asOf(day, [{ ...COUNTED, ...changes }], [movement]).items).toEqual([
      { quantity: 0, found, difference: 0, moved: came, notOfDay: outside },
    ]);
  },
);

test("a loss that is larger than what came after the day is one of the day beyond that", () => {
  const [item] = asOf(1, [{ ...COUNTED, quantity: 3, found: 4 }], [moved(1, 3, 3, 8)]).items;
  expect(item).toEqual({ quantity: 3, found: 0, difference: -3, moved: 5, notOfDay: -1 });
});

test("an item that was found without a quantity has the pieces recorded at the count", () => {
  const item = { ...COUNTED, isFoundAsRecorded: true };
  const { items } = asOf(6, [item], [moved(1, 3, 5, 7), moved(1, 5, 7, 8)]);
  expect(items).toEqual([{ quantity: 8, found: 8, difference: 0, moved: 1, notOfDay: 0 }]);
});

test.each([
  ["keepCount", { quantity: 8, found: 5, difference: -3, moved: 0, notOfDay: 0 }],
  ["keepDifference", { quantity: 8, found: 8, difference: 0, moved: 3, notOfDay: 0 }],
] as const)("a Manager's decision on what moved: %s", (decision, expected) => {
  const item = { ...COUNTED, decision, movedQuantity: 3 };
  for (const step of [3, 5]) expect(asOf(6, [item], [moved(1, step, 5, 8)]).items).toEqual([expected]);
});

test.each([
  [1, { quantity: 5, found: 5, difference: 0, moved: 0, notOfDay: 0 }],
  [6, { quantity: 8, found: 8, difference: 0, moved: 3, notOfDay: 0 }],
])(
  "a Manager who keeps a count elsewhere keeps what came later where it was expected (%s)",
  (day, expected) => {
    for (const isFoundAsRecorded of [false, true]) {
      const item = { ...COUNTED, foundLocationId: 2, decision: "keepCount", isFoundAsRecorded } as const;
      expect(asOf(day, [item], [moved(1, 5, 5, 8)]).items).toEqual([expected]);
    }
  },
);

test("a Manager who keeps a count elsewhere keeps nothing that came from there", () => {
  const item = { ...COUNTED, foundLocationId: 2, decision: "keepCount", movedQuantity: 5 } as const;
  const back = [moved(1, 3, 5, 0), moved(2, 3, 0, 5), moved(1, 5, 0, 5), moved(2, 5, 5, 0)];
  const [figures] = asOf(6, [item], back).items;
  expect(figures).toMatchObject({ quantity: 5, found: 5, difference: 0 });
});

test("after a recount, a Manager's decision is one on what moved since that", () => {
  const item = {
    ...COUNTED,
    decision: "keepDifference",
    recountDT: timeOf(4),
    quantity: 8,
    found: 7,
  } as const;
  const { items } = asOf(1, [item], [moved(1, 3, 5, 8), moved(1, 5, 8, 9)]);
  expect(items).toEqual([{ quantity: 5, found: 4, difference: -1, moved: 3, notOfDay: 0 }]);
});

test.each([{ found: null }, { countedDT: null }])("an item without a count has no figures: %j", (changes) => {
  const { items } = asOf(1, [{ ...COUNTED, ...changes }], []);
  expect(items).toEqual([{ quantity: 5, found: null, difference: null, moved: null, notOfDay: null }]);
});

test("what moved where an item is expected is not a part of another one that was found there", () => {
  const [elsewhere, there] = asOf(
    6,
    [
      { ...COUNTED, foundLocationId: 2 },
      { ...COUNTED, locationId: 2 },
    ],
    [moved(2, 5, 5, 8)],
  ).items;
  expect([elsewhere?.moved, there?.moved]).toEqual([0, 3]);
});

test.each([1, 4, 6])(
  "what left where an item was found, before it was counted there, were others (%s)",
  (day) => {
    const item = { ...COUNTED, foundLocationId: 2 };
    expect(asOf(day, [item], [moved(2, 3, 9, 4)]).items).toEqual([
      { quantity: 5, found: 5, difference: 0, moved: 0, notOfDay: 0 },
    ]);
  },
);

test.each([1, 4, 6])("what came where others had left, and was found there, is the item (%s)", (day) => {
  const item = { ...COUNTED, foundLocationId: 2 };
  const movements = [moved(2, 2.5, 9, 2), moved(1, 3, 5, 0), moved(2, 3, 2, 7)];
  expect(asOf(day, [item], movements).items[0]).toMatchObject({ quantity: 5, found: 5, difference: 0 });
});

test.each([
  [1, [5, 8], [5, 8]],
  [3, [5, 8], [5, 8]],
  [4, [5, 8], [5, 8]],
  [6, [7, 8], [7, 8]],
])(
  "what two items were found with where they were booked is their own, and what came later is the first's (%s)",
  (day, quantities, found) => {
    const one = { ...COUNTED, foundLocationId: 3, countedDT: timeOf(3.4) };
    const two = { ...one, locationId: 2, quantity: 8, found: 8, countedDT: timeOf(4) };
    const movements = [
      ...[moved(1, 3, 5, 0), moved(3, 3, 0, 5)],
      ...[moved(2, 3.7, 8, 0), moved(3, 3.7, 5, 13)],
      moved(3, 5, 13, 15),
    ];
    for (const items of [
      [one, two],
      [two, one],
    ]) {
      const figures = asOf(day, items, movements).items;
      const sorted = [one, two].map((item) => figures[items.indexOf(item)]);
      expect(sorted.map((item) => item?.quantity)).toEqual(quantities);
      expect(sorted.map((item) => item?.found)).toEqual(found);
      expect(sorted.map((item) => item?.difference)).toEqual([0, 0]);
    }
  },
);

test("what moved where pieces were unexpected is a part of these, not of an item that was found there", () => {
  const expected = { ...COUNTED, foundLocationId: 2 };
  const unexpected = { ...expected, locationId: null, quantity: 0 };
  for (const items of [
    [expected, unexpected],
    [unexpected, expected],
  ]) {
    const figures = asOf(6, items, [moved(2, 5, 0, 3)]).items;
    expect(figures[items.indexOf(unexpected)]?.moved).toBe(3);
    expect(figures[items.indexOf(expected)]?.moved).toBe(0);
  }
});

test.each([
  ["had left before the preparation", 0, moved(3, 1, 5, 0), -5],
  ["came after the count", 8, moved(3, 7, 0, 5), 5],
])("pieces where no item is, that %s, are found and moved", (_, day, movement, came) => {
  const asOfThen = { quantity: 5, found: 5, difference: 0, moved: came, notOfDay: 0 };
  expect(asOf(day, [], [movement]).remainders).toEqual([{ locationId: 3, asOf: asOfThen }]);
});

test("pieces where no item is, that came before the end of the count and were not found, are missing", () => {
  const asOfThen = { quantity: 5, found: 3, difference: -2, moved: 3, notOfDay: 0 };
  expect(asOf(8, [], [moved(3, 3, 0, 2), moved(3, 7, 2, 5)]).remainders).toEqual([
    { locationId: 3, asOf: asOfThen },
  ]);
});

test("a location that pieces only passed through is no line", () => {
  expect(asOf(6, [], [moved(3, 3, 0, 2), moved(3, 4, 2, 0)]).remainders).toEqual([]);
});
