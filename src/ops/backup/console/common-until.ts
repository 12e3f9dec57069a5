import type { FoundCopy } from "./read-messages.ts";

type Histories = readonly FoundCopy["histories"][number][];

/**
 * The time (ISO 8601) up to which a copy has what this server has: that of its last change, or that of a restore or promotion
 * that only one of both has. What was written after it on one machine is not on the other.
 */
export function commonUntil(
  copy: { readonly upToDT: string; readonly histories: Histories },
  own: Histories,
): string {
  const shared = new Set(own.map(({ id }) => id));
  const last = copy.histories.findLast(({ id }) => shared.has(id))?.id;
  const after = (histories: Histories) => histories.slice(histories.findIndex(({ id }) => id === last) + 1);
  const begun = [...after(copy.histories), ...after(own)].map(({ copiedAt }) => copiedAt);
  return begun.reduce((min, at) => (at < min ? at : min), copy.upToDT);
}
