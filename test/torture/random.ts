/** Random numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 up to, but not, `end`. */
  below(end: number): number;
  /** Any number from `from` up to `to`. */
  between(from: number, to: number): number;
  /** True in this share (0 to 1) of the cases. */
  isBelow(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  /** A separate sequence for concurrent work, so that the sequences do not disturb each other. */
  branch(): Random;
}

/** The seed of a run: TALLYBOX_SEED, which repeats one, or any. */
export const randomSeed = () => Number(process.env["TALLYBOX_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

/** The sequence of a seed (a whole number): mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    between: (from, to) => from + next() * (to - from),
    isBelow: (share) => next() < share,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new RangeError("nothing to pick from");
      return list[below(list.length)] as T;
    },
    shuffled(list) {
      return list
        .map((value) => ({ value, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ value }) => value);
    },
    branch: () => seededRandom(below(2 ** 32)),
  };
}
