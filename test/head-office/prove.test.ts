import { expect, test } from "vitest";
import { seededRandom } from "../torture/random.ts";
import { prove } from "./prove/prove.ts";

// A short run of `npm run prove:head-office`, so that its checks keep working.

test("sites that are killed, cut off and whose database crashes deliver every record once", async () => {
  const lines: string[] = [];
  const amount = {
    isReplicated: false,
    sites: 3,
    articles: 500,
    chaosSeconds: 10,
    lagEdits: 5,
    costRounds: 1,
  };
  const outcome = await prove({ ...amount, random: seededRandom(4) }, (line) => lines.push(line));
  expect(outcome, lines.join("\n")).toEqual({ passed: 3, failed: 0 });
  expect(lines.join("\n")).toMatch(/^chaos: [1-9]\d* edits .*, [1-9]\d* sites killed/m);
});
