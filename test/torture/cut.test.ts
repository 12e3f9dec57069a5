import { afterAll, beforeAll, expect, test } from "vitest";
import { chanceOf } from "./chance.ts";
import { copy } from "./copy/copy.ts";
import { faults } from "./faults/faults.ts";
import { kill } from "./kill.ts";
import { objectionsTo } from "./part.ts";
import { power } from "./power/power.ts";
import { killAll } from "./server-process.ts";
import { dropWorld, makeWorld, type World } from "./world.ts";

// A short run of `npm run prove:torture`, so that its checks keep working.

const SEED = 4;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  // After a test that has failed half way.
  killAll();
  await dropWorld(world);
});

test.each([
  { part: kill, rounds: 3 },
  { part: power, rounds: 6 },
  { part: copy, rounds: 3 },
  { part: faults, rounds: 2 },
])("$part.name: $part.summary ($rounds rounds): nothing acknowledged is lost", async ({ part, rounds }) => {
  const run = { world, rounds, chance: chanceOf(SEED), minutes: 0, tell: () => {} };
  const outcome = await part.run(run);
  expect(objectionsTo(outcome)).toEqual([]);
});
