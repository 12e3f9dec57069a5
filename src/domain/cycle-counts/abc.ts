import { eachInSteps, sortInSteps } from "../stepwise.ts";

// ABC analysis: a few articles make most of the value, or of the movements. Pure functions.

export const ABC_CLASSES = ["A", "B", "C"] as const;
export type AbcClass = (typeof ABC_CLASSES)[number];

/** An article with its value or its number of movements. */
export interface Weighted {
  readonly articleId: number;
  readonly weight: number;
}

/** Shares of the total, from 0 to 1: class A makes up to the first one, A and B together up to the second. */
export interface AbcShares {
  readonly a: number;
  readonly ab: number;
}

export const DEFAULT_SHARES: AbcShares = { a: 0.8, ab: 0.95 };

/**
 * The class of each article. From the largest weight on, an article is in class A while those before it make less than the share
 * of A, then in B, then in C; one without weight is in C. Equal weights are in the order of their ids, so that the same data
 * always give the same classes. Yields after each step.
 */
export function* classify(
  articles: readonly Weighted[],
  { a, ab }: AbcShares,
): Generator<null, Map<number, AbcClass>> {
  const sorted = yield* sortInSteps(
    articles,
    (one, other) => other.weight - one.weight || one.articleId - other.articleId,
  );
  let total = 0;
  yield* eachInSteps(sorted, ({ weight }) => {
    total += weight;
  });
  const classes = new Map<number, AbcClass>();
  let before = 0;
  yield* eachInSteps(sorted, ({ articleId, weight }) => {
    classes.set(articleId, weight === 0 ? "C" : before < a * total ? "A" : before < ab * total ? "B" : "C");
    before += weight;
  });
  return classes;
}
