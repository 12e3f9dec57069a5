import { expect, test } from "vitest";
import { times } from "../harness/times.ts";
import { randomSeed, seededRandom } from "../torture/random.ts";
import { prove } from "./erp/prove.ts";

// `npm run prove:change-feed` lasts an hour.

test("a client that knows only the description and a key has all articles after random edits and kills of the server", async () => {
  const seed = randomSeed();
  const proof = await prove({ kills: times(3), random: seededRandom(seed) });
  expect(proof, `seed ${seed}`).toMatchObject({ isEqual: true });
  expect(proof.articles).toBeGreaterThan(0);
});
