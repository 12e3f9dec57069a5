import { expect, test } from "vitest";
import { seededRandom } from "../torture/random.ts";
import { prove } from "./erp/prove.ts";

// A short run of `npm run prove:change-feed`.

test("a client that knows only the description and a key has all articles after random edits and kills of the server", async () => {
  const proof = await prove({ seconds: 12, pauseMs: 10, killEverySeconds: 4, random: seededRandom(7) });
  expect(proof).toMatchObject({ isEqual: true });
  expect(Math.min(proof.kills, proof.edits, proof.articles)).toBeGreaterThan(0);
});
