import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { walkingOrder } from "../locations/walking-order.ts";
import { type Json, parsedRows } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import * as store from "./list-store.ts";
import { RefillItem, type RefillList } from "./shapes.ts";
import { Ancestors } from "./shortages.ts";

/** Places that a line names at most. */
const MAX_SOURCES = 5;

/** Milliseconds of work at once. */
const TURN_MS = 5;

const Keys = z.array(z.tuple([z.int(), z.int().nullable(), z.string(), z.int()]));
/** A line's rule, and what the list is sorted by. */
interface Key {
  readonly ruleId: number;
  readonly locationId: number | null;
  readonly name: string;
  readonly articleId: number;
}

/** Lines that are read at once for all of them: a few milliseconds. */
const LINES_AT_ONCE = 50;

/** A page of the refill list. */
interface RefillPage extends store.RefillFilter {
  /** Of the page before; null: the first. */
  readonly cursor: string | null;
  readonly limit: number;
}

/** Reads the refill list, in the walking order of the locations; rules of everywhere come last. */
export type RefillListReader = ReturnType<typeof makeRefillList>;

/** Makes the reader of the refill list. */
export function makeRefillList(storage: Pick<Storage, "db" | "reader" | "onChange">) {
  const { db, reader } = storage;
  const orders = new Map<number, ReadonlyMap<number, number>>();
  storage.onChange(["location"], () => {
    orders.clear();
    writes++;
  });
  let writes = 0;
  const orderOf = async (tenantId: number) => {
    const known = orders.get(tenantId);
    if (known !== undefined) return known;
    const before = writes;
    const order = await inTurns(walkingOrder(db, tenantId));
    if (writes === before) orders.set(tenantId, order);
    return order;
  };

  const sortedKeys = async (filter: store.RefillFilter) => {
    const query = filter.locationId === null ? store.keys.all : store.keys.below;
    const rows = Keys.parse(parsedRows(await reader.rows(query.bound(filter))));
    const compare = comparison(await orderOf(filter.tenantId));
    const keys = rows
      .map(([ruleId, locationId, name, articleId]): Key => ({ ruleId, locationId, name, articleId }))
      .sort(compare);
    return { keys, compare };
  };

  return {
    async page({ cursor, limit, ...filter }: RefillPage): Promise<Json<RefillList>> {
      const { keys, compare } = await sortedKeys(filter);
      const after = cursor === null ? null : readCursor(cursor);
      const begin = after === null ? 0 : keys.findIndex((key) => compare(key, after) > 0);
      const page = begin < 0 ? [] : keys.slice(begin, begin + limit);
      const last = page.at(-1);
      const hasMore = last !== undefined && last !== keys.at(-1);
      const items = itemsOf(db, filter.tenantId, page);
      const next = hasMore ? JSON.stringify(cursorText(last)) : "null";
      return `{"items":[${items.join(",")}],"total":${keys.length},"nextCursor":${next}}`;
    },
    /** All lines, each as it is when it is read. */
    async *lines(filter: store.RefillFilter) {
      const { keys } = await sortedKeys(filter);
      for (let begin = 0; begin < keys.length; begin += LINES_AT_ONCE) {
        await setImmediate();
        const items = itemsOf(db, filter.tenantId, keys.slice(begin, begin + LINES_AT_ONCE));
        for (const item of items) yield RefillItem.parse(JSON.parse(item));
      }
    },
  };
}

/** The result of work in steps, with pauses for other requests. */
async function inTurns<T>(steps: Generator<null, T>): Promise<T> {
  let begun = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - begun < TURN_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
}

function comparison(order: ReadonlyMap<number, number>): (a: Key, b: Key) => number {
  const place = ({ locationId }: Key) =>
    locationId === null ? Number.MAX_SAFE_INTEGER : (order.get(locationId) ?? Number.MAX_SAFE_INTEGER - 1);
  return (a, b) => {
    if (place(a) !== place(b)) return place(a) - place(b);
    if (a.name !== b.name) return a.name < b.name ? -1 : 1;
    return a.articleId - b.articleId || a.ruleId - b.ruleId;
  };
}

/** The lines of a page. A rule that has enough pieces by now is left out. */
function itemsOf(db: Db, tenantId: number, page: readonly Key[]): string[] {
  const oids = JSON.stringify(page.map(({ ruleId }) => ruleId));
  const found = new Map(store.items.all(db, { tenantId, oids }).map((item) => [item.ruleId, item]));
  const ancestors = new Ancestors(db);
  return page.flatMap(({ ruleId }) => {
    const item = found.get(ruleId);
    if (item === undefined) return [];
    const sources = sourcesOf(db, item, ancestors).join(",");
    return [`${item.json.slice(0, -1)},"sources":[${sources}]}`];
  });
}

/** Where else the article is; of a rule of everywhere nowhere. */
function sourcesOf(
  db: Db,
  { articleId, locationId }: { articleId: number; locationId: number | null },
  ancestors: Ancestors,
): Json<RefillItem["sources"][number]>[] {
  if (locationId === null) return [];
  return store.stock
    .all(db, { articleId })
    .filter((row) => !ancestors.isAtOrBelow(row.locationId, locationId))
    .slice(0, MAX_SOURCES)
    .map(({ json }) => json);
}

const cursorText = ({ ruleId, locationId, name, articleId }: Key) =>
  Buffer.from(JSON.stringify([ruleId, locationId, name, articleId])).toString("base64url");

function readCursor(text: string): Key {
  const invalid = Invalid.field("cursor", msg("is not a cursor of this list"));
  try {
    const parsed = Keys.safeParse([JSON.parse(Buffer.from(text, "base64url").toString())]);
    const [key] = parsed.success ? parsed.data : [];
    if (key === undefined) throw invalid;
    const [ruleId, locationId, name, articleId] = key;
    return { ruleId, locationId, name, articleId };
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid;
    throw error;
  }
}
