import { hash } from "node:crypto";
import { resultOf, sortInSteps } from "../domain/stepwise.ts";

// The random sample. Whoever has the seed and the list of the records can draw it again with any program that knows SHA-256.

/** A record of the stock: an article at a location. */
export interface StockRecord {
  readonly articleId: number;
  readonly locationId: number;
}

/** The rank of a record in the draw: SHA-256 of `seed:articleId:locationId` (UTF-8), hexadecimal. */
export function rankOf(seed: string, { articleId, locationId }: StockRecord): string {
  return hash("sha256", `${seed}:${articleId}:${locationId}`);
}

/** The records of the lowest ranks, in the order of their ranks. Yields after each step. */
export function* lowestRanks<T extends { readonly rank: string }>(
  records: readonly T[],
  size: number,
): Generator<null, readonly T[]> {
  const sorted = yield* sortInSteps(records, (one, other) => (one.rank < other.rank ? -1 : 1));
  return sorted.slice(0, size);
}

/** The sample of a size. The order of the records does not matter. */
export function drawSample<T extends StockRecord>(records: readonly T[], size: number, seed: string): T[] {
  const ranked = records.map((record) => ({ record, rank: rankOf(seed, record) }));
  return resultOf(lowestRanks(ranked, size)).map(({ record }) => record);
}
