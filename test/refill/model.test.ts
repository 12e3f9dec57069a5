import fc from "fast-check";
import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { refillSiteOn } from "./site.ts";

// The refill list and its events against a naive model.

const site = refillSiteOn(sharedServer());

/** The locations by their indexes: a root with 1 and 2 below it, 3 below 1, and another root. */
const PARENTS = [null, 0, 0, 1, null] as const;
const place = fc.nat(PARENTS.length - 1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("set" as const), place, quantity: fc.nat(6) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      from: place,
      to: place,
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("put" as const), place, below: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("dispose" as const), is: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: "restart" as const }) },
);
const rules = fc.uniqueArray(
  fc.record({ place: fc.option(place), minimum: fc.integer({ min: 1, max: 8 }) }),
  { selector: (rule) => rule.place, minLength: 1, maxLength: 5 },
);

class Model {
  readonly stock = new Map<number, number>();
  readonly parents: (number | null)[] = [...PARENTS];
  isDisposed = false;

  isAtOrBelow(at: number | null, above: number): boolean {
    return at !== null && (at === above || this.isAtOrBelow(this.parents[at] ?? null, above));
  }

  piecesOf(above: number | null): number {
    let pieces = 0;
    for (const [at, quantity] of this.stock)
      if (above === null || this.isAtOrBelow(at, above)) pieces += quantity;
    return pieces;
  }
}

test("the list equals the model after any changes, and each crossing has one event, also after a restart", async () => {
  await fc.assert(
    fc.asyncProperty(rules, fc.array(step, { minLength: 3, maxLength: 20 }), async (given, steps) => {
      const model = new Model();
      const articleId = await site.anArticle();
      const oids: number[] = [];
      for (const parent of PARENTS) oids.push(await site.aLocation(parent === null ? null : oids[parent]));
      const stored = await Promise.all(
        given.map(async (rule) => ({
          ...rule,
          oid: (
            await site.addRule(articleId, rule.place === null ? null : (oids[rule.place] ?? 0), rule.minimum)
          ).body.oid as number,
        })),
      );
      // A new rule of an article without stock is a shortage.
      const expected = new Map(stored.map(({ oid }) => [oid, { isShort: true, events: 1 }]));
      const check = async () => {
        const lines = await site.linesOf(articleId);
        const events = site.events();
        for (const rule of stored) {
          const pieces = model.piecesOf(rule.place);
          const isShort = !model.isDisposed && pieces < rule.minimum;
          const before = expected.get(rule.oid) ?? { isShort: false, events: 0 };
          const now = { isShort, events: before.events + (isShort && !before.isShort ? 1 : 0) };
          expected.set(rule.oid, now);
          const line = lines.get(rule.place === null ? null : (oids[rule.place] ?? 0));
          expect(line?.stock).toBe(isShort ? pieces : undefined);
          expect(events.filter((one) => one === rule.oid).length).toBe(now.events);
        }
      };
      await check();
      for (const one of steps) {
        await apply(one, model, articleId, oids);
        await site.settled();
        await check();
      }
    }),
    { numRuns: times(20) },
  );
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function apply(one: Step, model: Model, articleId: number, oids: readonly number[]): Promise<void> {
  const { manager } = site;
  const idOf = (index: number) => oids[index] ?? 0;
  if (one.do === "restart") {
    await site.server.restart();
  } else if (one.do === "set") {
    model.stock.set(one.place, one.quantity);
    const entries = [...model.stock].map(([at, quantity]) => [idOf(at), quantity]);
    await site.setStock(articleId, Object.fromEntries(entries));
  } else if (one.do === "move") {
    const [from, to] = [idOf(one.from), idOf(one.to)];
    const body = { fromLocationId: from, toLocationId: to, quantity: one.quantity };
    const { status } = await manager.post(`/api/articles/${articleId}/locations/move`, body);
    if (status !== 200) return;
    model.stock.set(one.from, (model.stock.get(one.from) ?? 0) - one.quantity);
    model.stock.set(one.to, (model.stock.get(one.to) ?? 0) + one.quantity);
  } else if (one.do === "put") {
    const body = { parentLocationId: idOf(one.below) };
    const { status } = await manager.put(`/api/locations/${idOf(one.place)}`, body);
    expect(status).toBe(model.isAtOrBelow(one.below, one.place) ? 400 : 200);
    if (status === 200) model.parents[one.place] = one.below;
  } else {
    model.isDisposed = one.is;
    await manager.put(`/api/articles/${articleId}`, { isDisposal: one.is });
  }
}
