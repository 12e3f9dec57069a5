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

test("three articles are with persons, one of them overdue, and one came back signed", async () => {
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

test("a weekly count plan is due in the next days, and adds no stocktake to those of the demo's description", async () => {
  const plans = await demo.get<{ isPaused: boolean }[]>("manager", "/api/count-plans");
  expect(plans).toMatchObject([{ isPaused: false }]);
  const stocktakes = await demo.get<{ oid: number }[]>("manager", "/api/inventories?includeClosed=true");
  expect(stocktakes.map(({ oid }) => oid).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
