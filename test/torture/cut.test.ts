import { afterAll, beforeAll, expect, test } from "vitest";
import { copy } from "./copy/copy.ts";
import { faults } from "./faults/faults.ts";
import { createFixture, type Fixture, removeFixture } from "./fixture.ts";
import { jobs } from "./jobs/jobs.ts";
import { kill } from "./kill.ts";
import { objectionsTo } from "./part.ts";
import { power } from "./power/power.ts";
import { seededRandom } from "./random.ts";
import { killAll } from "./server-process.ts";

// A short run of `npm run prove:torture`, so that its checks keep working.

const SEED = 4;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(async () => {
  // After a test that has failed half way.
  killAll();
  await removeFixture(fixture);
});

test.each([
  { part: kill, rounds: 3 },
  { part: power, rounds: 6 },
  { part: copy, rounds: 3 },
  { part: faults, rounds: 2 },
  { part: jobs, rounds: 4 },
])("$part.name: $part.summary ($rounds rounds): nothing acknowledged is lost", async ({ part, rounds }) => {
  const run = { fixture, rounds, random: seededRandom(SEED), minutes: 0, logProgress: () => {} };
  const outcome = await part.run(run);
  expect(objectionsTo(outcome)).toEqual([]);
});
