import fc from "fast-check";
import { expect, test } from "vitest";
import type { InventoryItem } from "../../src/web/api/types/endpoints.d.ts";
import { createClock } from "../harness/clock.ts";
import { times } from "../harness/times.ts";
import { sharedWarehouse } from "./stocktake.ts";

// In whatever order an article moves between two locations and is counted, over HTTP: the difference of each line is that as of any
// decisive day, with what is not of that day, the close changes the stock by all differences, and the record says what was taken from
// other locations.

const DAY = 24 * 3_600_000;
const clock = createClock(Date.parse("2031-03-01T09:00:00.000Z"));
const { warehouse } = sharedWarehouse({ settings: { SITE_TIME_ZONE: "Europe/Prague" }, clock });

const place = fc.constantFrom("one" as const, "two" as const);
const pieces = fc.integer({ min: 1, max: 4 });
const event = fc.oneof(
  fc.record({ kind: fc.constant("arrive" as const), place, pieces }),
  fc.record({ kind: fc.constant("leave" as const), place, pieces }),
  fc.record({ kind: fc.constant("move" as const), place, pieces }),
  fc.record({ kind: fc.constant("count" as const), place, pieces: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ kind: fc.constant("see" as const), place }),
  fc.record({ kind: fc.constant("elsewhere" as const), place, pieces }),
  fc.record({
    kind: fc.constant("decide" as const),
    place,
    decision: fc.constantFrom("keepCount" as const, "keepDifference" as const, "recount" as const),
  }),
);
const history = fc.record({
  stock: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(3)),
  /** Both locations are counted, or the first one alone. */
  isBoth: fc.boolean(),
  before: fc.array(event, { maxLength: 2 }),
  during: fc.array(event, { minLength: 2, maxLength: 7 }),
  day: fc.nat(8),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;
type Place = "one" | "two";

interface Movement {
  readonly before: number;
  readonly after: number;
}

const sum = (pieces: readonly number[]) => pieces.reduce((all, some) => all + some, 0);
const other = (name: Place): Place => (name === "one" ? "two" : "one");
let run = 0;

/** One article at two locations of its own, and its stocktake. */
async function createShelf([one, two]: readonly [number, number], isBoth: boolean) {
  const code = `RUN-${++run}`;
  const nameOf = (name: Place) => `${name} ${run}`;
  for (const name of ["one", "two"] as const) await warehouse.addLocation(nameOf(name));
  await warehouse.article(code, { [nameOf("one")]: one, ...(two > 0 ? { [nameOf("two")]: two } : {}) });
  // So that the stocktake is never empty.
  await warehouse.article(`STAYS-${run}`, { [nameOf("one")]: 1 });
  const { manager, user } = warehouse;
  const stockOf = async () => {
    const now = await warehouse.stock(code);
    return { one: now[nameOf("one")] ?? 0, two: now[nameOf("two")] ?? 0 };
  };
  const put = (stock: Record<Place, number>) =>
    warehouse.put(
      code,
      Object.fromEntries(
        (["one", "two"] as const)
          .filter((name) => stock[name] > 0)
          .map((name) => [nameOf(name), stock[name]]),
      ),
    );
  const itemAt = async (id: number, name: Place) => {
    const { body } = await manager.get(`/api/inventories/${id}/items`);
    const [at, articleId] = [warehouse.at(nameOf(name)), warehouse.id(code)];
    const items: readonly InventoryItem[] = body;
    return items.find(
      (item) => item.articleId === articleId && (item.locationId ?? item.foundAtLocationId) === at,
    );
  };
  const update = (oid: number, count: object) => user.put("/api/inventories/items/update", { oid, ...count });

  /** Does what is possible of an event. */
  async function happen(id: number | null, one: Event): Promise<void> {
    const stock = await stockOf();
    const { place: here } = one;
    const there = other(here);
    if (one.kind === "arrive") await put({ ...stock, [here]: stock[here] + one.pieces });
    if (one.kind === "leave") await put({ ...stock, [here]: Math.max(0, stock[here] - one.pieces) });
    if (one.kind === "move") {
      const some = Math.min(stock[here], one.pieces);
      await put({ one: 0, two: 0, [here]: stock[here] - some, [there]: stock[there] + some });
    }
    if (id === null) return;
    const item = await itemAt(id, here);
    if (one.kind === "count" && item === undefined && one.pieces > 0) {
      const inventoryLocationId = warehouse.at(nameOf(here));
      await user.post(`/api/inventories/${id}/items`, {
        articleId: warehouse.id(code),
        inventoryQuantity: one.pieces,
        inventoryLocationId,
      });
    }
    if (item === undefined) return;
    if (one.kind === "count") await update(item.oid, { inventoryQuantity: one.pieces });
    if (one.kind === "see") await update(item.oid, { inventoryQuantity: null, isFound: true });
    if (one.kind === "elsewhere")
      await update(item.oid, {
        inventoryQuantity: one.pieces,
        inventoryLocationId: warehouse.at(nameOf(there)),
      });
    // Refused where nothing has moved.
    if (one.kind === "decide")
      await manager.put(`/api/inventories/items/${item.oid}/decide`, { decision: one.decision });
  }

  const begin = () => warehouse.stocktake(isBoth ? [nameOf("one"), nameOf("two")] : [nameOf("one")]);
  return { happen, begin, stockOf, locationOf: (name: Place) => warehouse.at(nameOf(name)) };
}

interface Line {
  readonly article: { readonly code: string };
  readonly location: { readonly oid: number } | null;
  readonly foundLocation: { readonly oid: number } | null;
  readonly quantity: number;
  readonly inventoryQuantity: number | null;
  readonly movedBeforeCount: number;
  readonly difference: number | null;
  readonly takenFrom: { readonly location: { readonly oid: number }; readonly quantity: number } | null;
  readonly result: string;
  readonly asOf: { readonly difference: number | null; readonly notOfDay: number | null };
}

/** Lets a history happen, with a stocktake of a decisive day that is in Processing of results at the end. */
async function play({ stock, isBoth, before, during, day }: History) {
  const start = clock.now();
  const { happen, begin, stockOf, locationOf } = await createShelf(stock, isBoth);
  for (const one of before) {
    clock.advance(DAY);
    await happen(null, one);
  }
  clock.advance(DAY);
  const id = await begin();
  for (const one of during) {
    clock.advance(DAY);
    await happen(id, one);
  }
  const decisiveDay = new Date(Math.min(start + day * DAY, clock.now())).toISOString().slice(0, 10);
  const frame = { purpose: "yearEnd", decisiveDay, method: "physical", committee: [] };
  expect((await warehouse.manager.put(`/api/inventories/${id}/frame`, frame)).status).toBe(200);
  clock.advance(DAY);
  await warehouse.move(id, "finish", "process");
  return { id, stockOf, locationOf, ...(await reportOf(id)) };
}

async function reportOf(id: number) {
  const { body: report } = await warehouse.manager.get(`/api/inventories/${id}/report`);
  const lines: readonly Line[] = [...report.items, ...report.unexpected];
  return { lines, report };
}

test("the difference is found less recorded at the count, and that of any day with what is not of it", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { lines, report } = await play(given);
      for (const line of lines) {
        const { inventoryQuantity: found, quantity, movedBeforeCount, asOf } = line;
        if (found === null)
          expect([line.difference, asOf.difference, asOf.notOfDay]).toEqual([null, null, null]);
        else {
          expect(line.difference).toBe(found - quantity - movedBeforeCount);
          expect(line.difference, JSON.stringify(line)).toBe((asOf.difference ?? 0) + (asOf.notOfDay ?? 0));
        }
      }
      const { quantity, notCounted, moved, difference, found } = report.totals.all;
      expect(quantity - notCounted + moved + difference).toBe(found);
      const remainders: readonly Pick<Line, "asOf">[] = report.remainders;
      const ofDay = [report, ...remainders].map(({ asOf }) => asOf.difference + asOf.notOfDay);
      // A remainder has no item, so that no difference of the count is its own.
      expect(difference).toBe(ofDay.reduce((total, remainder) => total - remainder));
    }),
    {
      numRuns: times(12),
      examples: [
        // Of pieces that came where others are expected that were found elsewhere, some moved there: the Manager keeps the count.
        ...[0, 4, 7].map((day): [History] => [
          {
            ...{ stock: [3, 1], isBoth: true, before: [], day },
            during: [
              { kind: "elsewhere", place: "one", pieces: 3 },
              { kind: "arrive", place: "one", pieces: 4 },
              { kind: "move", place: "one", pieces: 2 },
              { kind: "decide", place: "one", decision: "keepCount" },
            ],
          },
        ]),
        // A recount of what had moved, and a decision on what moved after that.
        [
          {
            ...{ stock: [1, 1], isBoth: true, before: [], day: 0 },
            during: [
              { kind: "move", place: "one", pieces: 1 },
              { kind: "decide", place: "two", decision: "recount" },
              { kind: "elsewhere", place: "two", pieces: 1 },
              { kind: "arrive", place: "two", pieces: 1 },
              { kind: "decide", place: "two", decision: "keepDifference" },
            ],
          },
        ],
      ],
    },
  );
});

/** What has left a location with the close, by the ledger of stock. */
async function leftWithClose(locationId: number): Promise<number> {
  const query = `kind=inventory&locationId=${locationId}`;
  const { body } = await warehouse.manager.get(`/api/stock-movements?${query}`);
  const movements: readonly Movement[] = body;
  return movements.reduce((sum, { before, after }) => sum + before - after, 0);
}

test("the close changes the stock by the differences, less what is taken elsewhere, but no location to less than nothing", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { id, stockOf, locationOf } = await play(given);
      const before = await stockOf();
      await warehouse.move(id, "close");
      const after = await stockOf();
      const { lines } = await reportOf(id);
      const own = lines.filter(({ article }) => article.code.startsWith("RUN-"));
      const differences = sum(own.map(({ difference }) => difference ?? 0));
      const change = after.one + after.two - before.one - before.two;
      const taken = (name: Place) =>
        sum(
          own.flatMap(({ takenFrom }) =>
            takenFrom?.location.oid === locationOf(name) ? [takenFrom.quantity] : [],
          ),
        );
      const expected = differences - taken("one") - taken("two");
      const counted = (["one", "two"] as const).filter((name) =>
        own.some((line) => [line.location, line.foundLocation].some((at) => at?.oid === locationOf(name))),
      );
      const failure = JSON.stringify({ before, after, lines });
      if (counted.every((name) => after[name] > 0)) expect(change, failure).toBe(expected);
      else expect(change, failure).toBeGreaterThanOrEqual(expected);
      for (const name of ["one", "two"] as const) {
        const isOwn = own.some(
          ({ location, foundLocation }) => (location ?? foundLocation)?.oid === locationOf(name),
        );
        if (isOwn) expect(taken(name), failure).toBe(0);
        // Where nothing was found, the ledger has it alone.
        else if (!counted.includes(name))
          expect(taken(name), failure).toBe(await leftWithClose(locationOf(name)));
      }
    }),
    {
      numRuns: times(12),
      examples: [
        // An expected item is found outside the stocktake, and an unexpected one, from there, where that was expected.
        [
          {
            ...{ stock: [1, 1], isBoth: false, before: [], day: 0 },
            during: [
              { kind: "count", place: "two", pieces: 1 },
              { kind: "elsewhere", place: "one", pieces: 1 },
              { kind: "leave", place: "one", pieces: 1 },
              { kind: "elsewhere", place: "two", pieces: 1 },
            ],
          },
        ],
        // What came where it is expected, of an item that was found elsewhere: the Manager keeps the count.
        ...[true, false].map((isBoth): [History] => [
          {
            ...{ stock: [3, 1], isBoth, before: [], day: 0 },
            during: [
              { kind: "elsewhere", place: "one", pieces: 3 },
              { kind: "arrive", place: "one", pieces: 4 },
              { kind: "decide", place: "one", decision: "keepCount" },
            ],
          },
        ]),
        // Of pieces that came to another location, fewer were found there.
        [
          {
            ...{ stock: [2, 0], isBoth: true, before: [], day: 0 },
            during: [
              { kind: "arrive", place: "two", pieces: 3 },
              { kind: "count", place: "two", pieces: 1 },
              { kind: "count", place: "one", pieces: 2 },
            ],
          },
        ],
        // A location outside the stocktake is counted as the books have it, and with more, fewer, or after pieces came.
        ...[4, 6, 1].map((counted): [History] => [
          {
            ...{ stock: [1, 4], isBoth: false, before: [], day: 0 },
            during: [
              { kind: "arrive", place: "two", pieces: 1 },
              { kind: "count", place: "two", pieces: counted },
            ],
          },
        ]),
        // What is unexpected inside is taken from outside.
        [
          {
            ...{ stock: [1, 0], isBoth: false, day: 0 },
            before: [{ kind: "leave", place: "one", pieces: 1 }],
            during: [
              { kind: "arrive", place: "two", pieces: 1 },
              { kind: "count", place: "one", pieces: 1 },
            ],
          },
        ],
        // Found inside by its code alone: all that is outside.
        [
          {
            ...{ stock: [1, 4], isBoth: false, day: 0 },
            before: [{ kind: "leave", place: "one", pieces: 1 }],
            during: [
              { kind: "count", place: "one", pieces: 1 },
              { kind: "see", place: "one" },
            ],
          },
        ],
        // A location outside that an expected item was found at too.
        [
          {
            ...{ stock: [2, 3], isBoth: false, before: [], day: 0 },
            during: [
              { kind: "count", place: "two", pieces: 3 },
              { kind: "elsewhere", place: "one", pieces: 2 },
            ],
          },
        ],
        // What was expected at one location is found where pieces had come.
        [
          {
            ...{ stock: [1, 0], isBoth: true, before: [], day: 0 },
            during: [
              { kind: "arrive", place: "two", pieces: 1 },
              { kind: "elsewhere", place: "one", pieces: 1 },
              { kind: "arrive", place: "one", pieces: 1 },
            ],
          },
        ],
      ],
    },
  );
});
