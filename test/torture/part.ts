import type { Fixture } from "./fixture.ts";
import type { Random } from "./random.ts";

/** The input of a part of the torture. */
export interface Run {
  readonly fixture: Fixture;
  readonly rounds: number;
  readonly random: Random;
}
