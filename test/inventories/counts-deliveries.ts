import fc from "fast-check";
import type { Counted, Expected } from "./counts-model.ts";

// Counts of terminals, and the ways in which they may arrive.

/** D exists, and is expected nowhere. */
export const EXPECTED: Expected = { A: { shelf: 3 }, B: { shelf: 1 }, C: { shelf: 2, rack: 4 }, D: {} };
export const LOCATIONS = ["shelf", "rack", "floor"] as const;
/** The inventory's own. */
export const OWN_LOCATION = "shelf";
export const TERMINALS = 3;
const SECONDS = 5;

const count = fc.record({
  terminal: fc.nat(TERMINALS - 1),
  kind: fc.constantFrom("set", "set", "add"),
  code: fc.constantFrom("A", "A", "A", "B", "C", "D", "nobody"),
  location: fc.option(fc.constantFrom(...LOCATIONS), { nil: null }),
  quantity: fc.integer({ min: -2, max: 4 }),
  isFound: fc.option(fc.boolean(), { nil: null, freq: 3 }),
  note: fc.option(fc.constantFrom("x", "y"), { nil: null }),
  second: fc.nat(SECONDS - 1),
});

/** Counts of all terminals. Few articles, locations and seconds, so that they conflict. */
export const counts = fc.array(count, { minLength: 1, maxLength: 24 }).map((all) =>
  all.map(({ kind, quantity, ...rest }, rank): Counted => {
    if (kind === "add") return { ...rest, kind, quantity, rank };
    // A negative quantity takes the count back.
    return { ...rest, kind: "set", quantity: quantity < 0 ? null : quantity, rank };
  }),
);

/** Batches that are sent at once (counts by their number, modulo), or a move. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
  },
  { weight: 1, arbitrary: fc.constantFrom("postpone", "finish", "start", "reopen") },
);
export const delivery = fc.array(step, { maxLength: 8 });
type Step = readonly (readonly number[])[] | string;

/** The moves that there are from a state, and where they lead. */
const MOVES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "In progress": { postpone: "Paused", finish: "Finished" },
  Paused: { start: "In progress" },
  Finished: { reopen: "In progress" },
};

/** A stocktake that is in progress, and the terminals at it. */
export interface Site {
  send(terminal: number, counts: readonly number[]): Promise<void>;
  move(name: string): Promise<void>;
}

/** Makes the steps, and in the end, in progress again, sends all of it once more, as terminals without a receipt do. */
export async function deliver(
  site: Site,
  sentCounts: readonly Counted[],
  steps: readonly Step[],
): Promise<void> {
  const batch = async (chosen: readonly number[]) => {
    for (let terminal = 0; terminal < TERMINALS; terminal++) {
      const own = chosen.filter((index) => sentCounts[index]?.terminal === terminal);
      if (own.length > 0) await site.send(terminal, own);
    }
  };
  let state = "In progress";
  const move = async (name: string) => {
    const next = MOVES[state]?.[name];
    if (next === undefined) return;
    await site.move(name);
    state = next;
  };
  for (const each of steps) {
    if (typeof each === "string") await move(each);
    else await Promise.all(each.map((chosen) => batch(chosen.map((number) => number % sentCounts.length))));
  }
  await move("start");
  await move("reopen");
  const all = sentCounts.map((_, index) => index);
  await Promise.all([batch(all), batch(all.toReversed())]);
}
