import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterOperation,
  compareOperations,
  NOT_COUNTED,
  type Operation,
} from "../../src/domain/counting/fold.ts";
import { refold } from "../../src/inventories/counting/refold.ts";
import { appliedAfter, insert } from "../../src/inventories/counting/store.ts";
import { findItem } from "../../src/inventories/items/item.ts";
import { countStateOf } from "../../src/inventories/items/store.ts";
import type { Tx } from "../../src/storage/database/statement.ts";
import { sharedServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";

// An item that is scanned piece by piece has thousands of operations: they are not folded from the beginning each time, and
// the stored state is the same as if they were.

const server = sharedServer();

const START = Date.parse("2026-01-05T08:00:00Z");
/** Numbered in the order in which they count; some at the same time. */
const operation = (number: number, itemId: number): Operation => ({
  operationId: `refold-${String(number).padStart(6, "0")}-${itemId}`,
  kind: number % 7 === 0 ? "set" : "add",
  entered: { inventoryQuantity: number % 5, ...(number % 11 === 0 && { note: `${number}` }) },
  at: new Date(START + Math.floor(number / 30) * 1000).toISOString(),
  userId: 3,
  terminal: `device ${number % 3}`,
  change: number,
  seen: number % 13 === 0 ? number - 5 : null,
});

/** Stores operations in the order of arrival, as applied. */
function take(tx: Tx, itemId: number, operations: readonly Operation[]) {
  const { state } = refold(tx, 1, itemId, operations);
  for (const one of operations) {
    insert.run(tx, {
      ...one,
      tenantId: 1,
      inventoryId: 3,
      entered: JSON.stringify(one.entered),
      state: "applied",
      itemId,
      code: null,
      locationId: null,
      isExtra: 0,
      receivedDT: tx.now,
      senderId: 3,
      isByTerminal: 0,
      deviceTokenId: null,
      content: null,
      receipt: "{}",
    });
  }
  return state;
}

const ALL = 1400;
/** The operations in pieces, some of which arrive later than those after them. */
const ways: readonly [string, (pieces: Operation[][]) => Operation[][]][] = [
  ["in order", (pieces) => pieces],
  ["the other way round", (pieces) => pieces.toReversed()],
  [
    "each second one late",
    (pieces) => pieces.flatMap((piece, n) => (n % 2 ? [piece, pieces[n - 1] ?? []] : [])),
  ],
  ["the first one last", ([first = [], ...rest]) => [...rest, first]],
];
let item = 111;
test.each(ways)("%s: the stored state is the fold of all operations", async (_, arranged) => {
  const { storage } = server.appliance.dependencies;
  for (const size of [700, 90]) {
    const itemId = item++;
    const all = Array.from({ length: ALL }, (__, number) => operation(number, itemId));
    const pieces = Array.from({ length: Math.ceil(ALL / size) }, (__, n) =>
      all.slice(n * size, (n + 1) * size),
    );
    for (const piece of arranged(pieces)) await storage.write(1, (tx) => take(tx, itemId, piece));
    const found = findItem(storage.db, 1, itemId);
    expect(found && countStateOf(found)).toMatchObject(
      all.toSorted(compareOperations).reduce(afterOperation, NOT_COUNTED),
    );
  }
});

test("one by one in any order, from many operations on: the stored state is the fold of all", async () => {
  const { storage } = server.appliance.dependencies;
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(
        Array.from({ length: 20 }, (_, n) => n),
        { minLength: 20 },
      ),
      async (late) => {
        const itemId = item++;
        const operations = Array.from({ length: 530 }, (_, number) => operation(number, itemId));
        const isLate = (number: number) =>
          late.includes(number) || late.includes(number - 250) || late.includes(number - 510);
        await storage.write(1, (tx) =>
          take(
            tx,
            itemId,
            operations.filter((_, number) => !isLate(number)),
          ),
        );
        for (const index of late.flatMap((number) => [number, number + 510, number + 250])) {
          const one = operations[index];
          if (one === undefined) throw new Error(`no operation ${index}`);
          const state = await storage.write(1, (tx) => take(tx, itemId, [one]));
          const known = appliedAfter(storage.db, 1, itemId, { at: "", operationId: "" });
          expect(state).toEqual(known.toSorted(compareOperations).reduce(afterOperation, NOT_COUNTED));
        }
      },
    ),
    { numRuns: times(10) },
  );
});
