import { type Clock, makeClock } from "../../src/clock.ts";

/** A clock that the test moves; it goes on by itself in between. */
export function aClock(
  startAt = Date.now(),
): Clock & { advance(ms: number): void; system(ms: number): void } {
  let offset = startAt - Date.now();
  const clock = makeClock(() => Date.now() + offset);
  return {
    ...clock,
    advance(ms) {
      offset += ms;
    },
    system(ms) {
      offset = ms - Date.now();
    },
  };
}
