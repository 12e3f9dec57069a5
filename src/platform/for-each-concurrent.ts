/** Does `work` with every item, at most `atOnce` at a time; the items are asked for as their turn comes. Rejects with the first failure. */
export async function forEachConcurrent<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = source.next(); !next.done; next = source.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
