import { afterAll, beforeAll, expect, test } from "vitest";
import { createFolder, type Demo, startDemo } from "./running-demo.ts";

// Handed-out articles and the count plan of the demo.

const folder = createFolder();
let demo: Demo;
beforeAll(async () => {
  demo = await startDemo(folder.path);
});
afterAll(async () => {
  await demo.stop();
  folder.drop();
});

interface Held {
  readonly articleId: number;
  readonly userId: number;
  readonly dueDate: string | null;
  readonly endedDT: string | null;
  readonly isEndSigned: boolean;
}

test("three articles are with persons, one of them overdue; one came back signed", async () => {
  const all = await demo.get<Held[]>("user", "/api/custodies");
  const byArticle = all.toSorted((a, b) => a.articleId - b.articleId);
  expect(byArticle.map(({ articleId, userId }) => [articleId, userId])).toEqual([
    [494, 3],
    [495, 3],
    [496, 3],
    [497, 4],
  ]);
  expect(byArticle.filter(({ endedDT }) => endedDT !== null)).toMatchObject([
    { articleId: 494, isEndSigned: true },
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const overdue = await demo.get<Held[]>("user", `/api/custodies?state=open&dueBefore=${today}`);
  expect(overdue).toMatchObject([{ articleId: 495 }]);
});

test("a weekly count plan has made three closed stocktakes, ever more accurate, and none now", async () => {
  const plans = await demo.get<{ oid: number; isPaused: boolean }[]>("manager", "/api/count-plans");
  expect(plans).toMatchObject([{ isPaused: false }]);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const runs = await demo.get<{ outcome: string; inventory: { oid: number; inventoryStateId: number } }[]>(
    "manager",
    `/api/count-plans/runs?from=${day(-30)}&to=${day(1)}`,
  );
  // After those of the contract, which are 1 to 10.
  expect(runs.map(({ outcome, inventory }) => [outcome, inventory.oid, inventory.inventoryStateId])).toEqual([
    ["made", 11, 7],
    ["made", 12, 7],
    ["made", 13, 7],
  ]);
  const accuracy = await demo.get<{ items: number; wrongItems: number; closedDT: string }[]>(
    "manager",
    "/api/inventories/accuracy",
  );
  expect(accuracy.map(({ items, wrongItems }) => [items, wrongItems])).toEqual([
    [10, 3],
    [10, 2],
    [10, 0],
  ]);
  expect(new Set(accuracy.map(({ closedDT }) => closedDT.slice(0, 10))).size).toBe(3);
});
