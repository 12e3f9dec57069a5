/** The value below which `share` (0 to 1) of the ascending values lie; NaN for none. */
export function percentile(ascending: ArrayLike<number>, share: number): number {
  const index = Math.min(ascending.length - 1, Math.floor(ascending.length * share));
  return ascending[index] ?? Number.NaN;
}

/** The middle value, or the mean of the middle two; NaN for none. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const upper = Math.floor(ascending.length / 2);
  const high = ascending[upper] ?? Number.NaN;
  return ascending.length % 2 === 1 ? high : (high + (ascending[upper - 1] ?? Number.NaN)) / 2;
}
