import { expect, test } from "vitest";
import { times } from "../harness/times.ts";
import { randomSeed, seededRandom } from "../torture/random.ts";
import { prove } from "./prove/prove.ts";

// `npm run prove:head-office` has more sites, for longer.

test("sites that are killed, cut off and whose database crashes deliver every record once", async () => {
  const amount = { sites: times(3), articles: times(500), chaosSeconds: times(10) };
  const seed = randomSeed();
  const { chaos, rows, differences } = await prove({ ...amount, random: seededRandom(seed) });
  expect(differences, `seed ${seed}`).toEqual([]);
  expect(Math.min(chaos.edits, chaos.kills, rows)).toBeGreaterThan(0);
});
