import { expect, test } from "vitest";
import type { OutboxEntry } from "../../../src/web/kept/outbox-shapes.ts";
import type { KeptItem } from "../../../src/web/kept/reference-shapes.ts";
import { anArticle, anItem, onPaper, type Paper } from "./paper.ts";

const HERE = 1;
const THERE = 2;
const single = anItem();
const several = anItem({ quantity: 5 });

const scans = (many: number) => (paper: Paper) => {
  for (let i = 0; i < many; i++) paper.scan("A7", HERE);
};
const types = (quantity: number) => (paper: Paper) => paper.type(7, "i70", HERE, quantity);
/** Takes back the operation that was made as the so many-th. */
const undoes = (nth: number) => (paper: Paper) => paper.undo(paper.entries[nth - 1]?.operationId ?? "");

const DEEDS: readonly [
  what: string,
  item: KeptItem,
  deeds: readonly ((paper: Paper) => void)[],
  quantity: number | null,
][] = [
  ["a piece scanned twice, both taken back, the last first", single, [scans(2), undoes(2), undoes(1)], null],
  ["a piece scanned twice, both taken back, the first first", single, [scans(2), undoes(1), undoes(2)], null],
  ["a piece scanned twice, the first taken back", single, [scans(2), undoes(1)], 1],
  ["two pieces, both taken back", several, [scans(2), undoes(2), undoes(1)], null],
  ["two pieces, both taken back, the first first", several, [scans(2), undoes(1), undoes(2)], null],
  ["two pieces, one taken back", several, [scans(2), undoes(1)], 1],
  ["a scan, then a number typed, both taken back", several, [scans(1), types(5), undoes(2), undoes(1)], null],
  ["a scan, then a number typed, the scan taken back", several, [scans(1), types(5), undoes(1)], 5],
  ["a number, then another one, the first taken back", several, [types(3), types(5), undoes(1)], 5],
  ["a number, then a scan, the number taken back", several, [types(3), undoes(1), scans(1)], 1],
];

test.each(DEEDS)("%s", (_, item, deeds, quantity) => {
  const paper = onPaper([anArticle(7)], [item]);
  for (const deed of deeds) deed(paper);
  expect(paper.all(7).find(({ itemId }) => itemId === item.oid)?.quantity).toBe(quantity);
});

const MAX = { id: 2, fullName: "Max Dvorak" };

/** The box has all of it, and then Max has counted. */
function maxCounts(paper: Paper, inventoryQuantity: number): void {
  for (const [index, { ahead: _, ...entry }] of paper.entries.entries()) {
    const { operationId } = entry;
    const receipt = { operationId, result: "applied", itemId: 70, time: entry.operation.at, message: "" };
    paper.entries[index] = { ...entry, state: "sent", receipt: receipt as OutboxEntry["receipt"] };
  }
  const counted = { at: "2026-11-20T11:00:00.000Z", user: MAX };
  paper.items = paper.items.map((item) => ({
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
] as const)("what Max has counted since stays: %s", (_, serialNumber, item, many, byMax, left) => {
  const paper = onPaper([anArticle(7, { serialNumber })], [item]);
  scans(many)(paper);
  maxCounts(paper, byMax);
  undoes(many)(paper);
  expect(paper.all(7)[0]?.quantity).toBe(left);
});

test("a piece that was moved since stays where it was found last", () => {
  const paper = onPaper([anArticle(7)], [single]);
  paper.scan("A7", HERE);
  paper.type(7, "i70", THERE, 1);
  undoes(1)(paper);
  expect(paper.all(7)[0]).toMatchObject({ quantity: 1, placeId: THERE });
});
