// Long work in memory in steps, so that others can go on in between. Pure functions: a generator yields after each step.

/** Comparisons or records of a step: less than a millisecond. */
export const STEP = 500;

/** Calls `use` for each record. */
export function* eachInSteps<T>(all: Iterable<T>, use: (one: T) => void): Generator<null, void> {
  let done = 0;
  for (const one of all) {
    use(one);
    if (++done % STEP === 0) yield null;
  }
}

/** The records that `isWanted` takes. */
export function* filterInSteps<T>(
  all: readonly T[],
  isWanted: (one: T) => boolean,
): Generator<null, readonly T[]> {
  const wanted: T[] = [];
  yield* eachInSteps(all, (one) => {
    if (isWanted(one)) wanted.push(one);
  });
  return wanted;
}

/** Sorts as `toSorted` does: equal records keep their order. */
export function* sortInSteps<T>(
  all: readonly T[],
  compare: (one: T, other: T) => number,
): Generator<null, readonly T[]> {
  let runs: (readonly T[])[] = [];
  const size = STEP / 10;
  for (let next = 0; next < all.length; next += size) {
    runs.push(all.slice(next, next + size).sort(compare));
    yield null;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let next = 0; next < runs.length; next += 2)
      merged.push(yield* merge(runs[next] ?? [], runs[next + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** One sorted list of two; of equal records the first list's come first. */
function* merge<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (one: T, other: T) => number,
): Generator<null, readonly T[]> {
  if (second.length === 0) return first;
  const merged = new Array<T>(first.length + second.length);
  let [a, b] = [0, 0];
  for (let next = 0; next < merged.length; next++) {
    const [one, other] = [first[a], second[b]];
    if (other === undefined || (one !== undefined && compare(one, other) <= 0)) {
      merged[next] = one as T;
      a++;
    } else {
      merged[next] = other;
      b++;
    }
    if ((next + 1) % STEP === 0) yield null;
  }
  yield null;
  return merged;
}

/** The result of work in steps, at once. */
export function resultOf<T>(work: Generator<null, T>): T {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
  }
}
