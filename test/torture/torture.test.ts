import { afterAll, beforeAll, expect, test } from "vitest";
import { TIMES, times } from "../harness/times.ts";
import { copy } from "./copy/copy.ts";
import { disk } from "./disk/disk.ts";
import { faults } from "./faults/faults.ts";
import { createFixture, type Fixture, removeFixture } from "./fixture.ts";
import { jobs } from "./jobs/jobs.ts";
import { kill } from "./kill.ts";
import { power } from "./power/power.ts";
import { randomSeed, seededRandom } from "./random.ts";
import { killAll } from "./server-process.ts";
import { objectionsTo } from "./verdict.ts";

// Kills the real product, simulates power failures, copies it and fills its disk, and then checks every write that it had
// acknowledged. `npm run prove:torture` has more rounds.

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
  { name: "kill: SIGKILL under sixteen writers", part: kill, rounds: times(3) },
  { name: "power: any part of what was not synced", part: power, rounds: times(6) },
  { name: "copy: copies of the folder of a working server", part: copy, rounds: times(3) },
  { name: "faults: calls on the folder's files fail", part: faults, rounds: TIMES === 1 ? 2 : Infinity },
  { name: "disk: a full disk, and a read-only one", part: disk, rounds: times(0.1) },
  { name: "jobs: SIGKILL and power cuts within jobs", part: jobs, rounds: times(4) },
])("$name: nothing acknowledged is lost", async ({ part, rounds }) => {
  const seed = randomSeed();
  const verdict = await part({ fixture, rounds, random: seededRandom(seed) });
  expect(objectionsTo(verdict), `seed ${seed}`).toEqual([]);
});
