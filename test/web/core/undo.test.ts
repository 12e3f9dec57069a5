import { expect, test } from "vitest";
import type { OutboxEntry, StoredItem } from "../../../src/web/db/outbox-shapes.ts";
import { buildArticle, buildItem, type SimulatedTerminal, simulateTerminal } from "./simulated-terminal.ts";

const HERE = 1;
const THERE = 2;
const single = buildItem();
const several = buildItem({ quantity: 5 });

const scans = (many: number) => (simulated: SimulatedTerminal) => {
  for (let i = 0; i < many; i++) simulated.scan("A7", HERE);
};
const types = (quantity: number) => (simulated: SimulatedTerminal) =>
  simulated.type(7, "i70", HERE, quantity);
/** Undoes the n-th operation, counted from 1. */
const undoes = (nth: number) => (simulated: SimulatedTerminal) =>
  simulated.undo(simulated.entries[nth - 1]?.operationId ?? "");

const CASES: readonly [
  what: string,
  item: StoredItem,
  actions: readonly ((simulated: SimulatedTerminal) => void)[],
  quantity: number | null,
][] = [
  ["a piece scanned twice, both undone, the last first", single, [scans(2), undoes(2), undoes(1)], null],
  ["a piece scanned twice, both undone, the first first", single, [scans(2), undoes(1), undoes(2)], null],
  ["a piece scanned twice, the first undone", single, [scans(2), undoes(1)], 1],
  ["a scan, then a number typed, both undone", several, [scans(1), types(5), undoes(2), undoes(1)], null],
  ["a scan, then a number typed, the number undone", several, [scans(1), types(9), undoes(2)], 1],
  ["a scan, then a number typed, the scan undone", several, [scans(1), types(5), undoes(1)], 5],
  ["a number, then another one, the first undone", several, [types(3), types(5), undoes(1)], 5],
  ["a number, then a scan, the number undone", several, [types(3), undoes(1), scans(1)], 1],
];

test.each(CASES)("the counted quantity after %s", (_, item, actions, quantity) => {
  const simulated = simulateTerminal([buildArticle(7)], [item]);
  for (const act of actions) act(simulated);
  expect(simulated.all(7).find(({ itemId }) => itemId === item.oid)?.quantity).toBe(quantity);
});

const MAX = { id: 2, fullName: "Max Dvorak" };

/** The server applies all operations, then Max counts. */
function maxCounts(simulated: SimulatedTerminal, inventoryQuantity: number): void {
  for (const [index, { ahead: _, ...entry }] of simulated.entries.entries()) {
    const { operationId } = entry;
    const receipt = { operationId, result: "applied", itemId: 70, time: entry.operation.at, message: "" };
    simulated.entries[index] = { ...entry, state: "sent", receipt: receipt as OutboxEntry["receipt"] };
  }
  const counted = { at: "2026-11-20T11:00:00.000Z", user: MAX };
  simulated.items = simulated.items.map((item) => ({
    ...item,
    inventoryQuantity,
    inventoryLocationId: HERE,
    isFound: true,
    counted,
  }));
}

test.each([
  ["the same piece", "S1", single, 1, 1, 1],
  ["a number", null, several, 2, 7, 6],
  ["no more than there was", null, several, 2, 2, 1],
] as const)(
  "an undo does not change a later count of Max: %s",
  (_, serialNumber, item, many, byMax, left) => {
    const simulated = simulateTerminal([buildArticle(7, { serialNumber })], [item]);
    scans(many)(simulated);
    maxCounts(simulated, byMax);
    undoes(many)(simulated);
    expect(simulated.all(7)[0]?.quantity).toBe(left);
  },
);

test("an undo does not move a piece back that was counted elsewhere since", () => {
  const simulated = simulateTerminal([buildArticle(7)], [single]);
  simulated.scan("A7", HERE);
  simulated.type(7, "i70", THERE, 1);
  undoes(1)(simulated);
  expect(simulated.all(7)[0]).toMatchObject({ quantity: 1, placeId: THERE });
});
