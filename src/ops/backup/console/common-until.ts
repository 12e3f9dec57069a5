import type { DatabaseContents } from "../check/report.ts";

/** A state of the data: the time (ISO 8601) and the number of its last change. */
export interface CommonState {
  readonly at: string;
  readonly change: number;
}

type Histories = DatabaseContents["histories"];

/**
 * The state up to which a copy has what this server has: that of its last change, or that of a restore or promotion that only one
 * of both has. What was written after it on one machine is not on the other.
 */
export function commonUntil(
  { histories, ...last }: CommonState & { readonly histories: Histories },
  own: Histories,
): CommonState {
  const shared = new Set(own.map(({ id }) => id));
  const newest = histories.findLast(({ id }) => shared.has(id))?.id;
  const after = (all: Histories) => all.slice(all.findIndex(({ id }) => id === newest) + 1);
  const begun = [...after(histories), ...after(own)];
  return {
    at: begun.reduce((min, { copiedAt }) => (copiedAt < min ? copiedAt : min), last.at),
    change: Math.min(last.change, ...begun.map(({ change }) => change)),
  };
}
