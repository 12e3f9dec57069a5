import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  type AbcShares,
  classify,
  DEFAULT_SHARES,
  type Weighted,
} from "../../src/domain/cycle-counts/abc.ts";
import { resultOf } from "../../src/domain/stepwise.ts";
import { drawSample } from "../../src/inventories/draw.ts";

const RECORDS = Array.from({ length: 300 }, (_, index) => ({
  articleId: index + 1,
  locationId: 1 + (index % 9),
}));

test("a sample is drawn again from its seed, whatever the order of the records, by SHA-256 alone", () => {
  const sample = drawSample(RECORDS, 20, "4711");
  expect(drawSample(RECORDS.toReversed(), 20, "4711")).toEqual(sample);
  const byHand = RECORDS.map(({ articleId, locationId }) => ({
    articleId,
    hash: createHash("sha256").update(`4711:${articleId}:${locationId}`).digest("hex"),
  }))
    .toSorted((one, other) => one.hash.localeCompare(other.hash))
    .slice(0, 20);
  expect(sample.map(({ articleId }) => articleId)).toEqual(byHand.map(({ articleId }) => articleId));
  expect(drawSample(RECORDS, 20, "4712")).not.toEqual(sample);
});

test("each record is drawn as often as every other", () => {
  const times = new Map<number, number>();
  for (let seed = 0; seed < 2000; seed++)
    for (const { articleId } of drawSample(RECORDS, 30, `${seed}`))
      times.set(articleId, (times.get(articleId) ?? 0) + 1);
  // 200 times each, with a standard deviation of 13: five of them.
  for (const { articleId } of RECORDS) expect(Math.abs((times.get(articleId) ?? 0) - 200)).toBeLessThan(70);
});

const classesOf = (articles: readonly Weighted[], shares: AbcShares) => resultOf(classify(articles, shares));

test("classes go by the share of the total, ties by id, and nothing without weight is in A or B", () => {
  const articles = [50, 30, 10, 5, 5, 0].map((weight, index) => ({ articleId: index + 1, weight }));
  const classes = classesOf(articles.toReversed(), DEFAULT_SHARES);
  expect(Object.fromEntries(classes)).toEqual({ 1: "A", 2: "A", 3: "B", 4: "B", 5: "C", 6: "C" });
  const equal = [3, 1, 2].map((articleId) => ({ articleId, weight: 1 }));
  expect(Object.fromEntries(classesOf(equal, { a: 0.3, ab: 0.6 }))).toEqual({ 1: "A", 2: "B", 3: "C" });
  expect(Object.fromEntries(classesOf([{ articleId: 1, weight: 0 }], DEFAULT_SHARES))).toEqual({
    1: "C",
  });
});
