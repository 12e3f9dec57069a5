import { parseArgs } from "node:util";
import { positiveNumber } from "../../harness/command-line.ts";
import { seededRandom } from "../../torture/random.ts";
import { prove } from "./prove.ts";

// `npm run prove:change-feed -- [--minutes 60] [--seed N]`
//
// A client that knows only the OpenAPI description and an API key keeps a copy of all articles, while they are edited at random and
// the server is killed now and then. Ends with the line "N passed, N failed".

const PAUSE_MS = 200;
const KILL_EVERY_S = 60;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 32)}` },
  },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
const seed = Number(values.seed);
const { edits, kills, pages, articles, isEqual } = await prove({
  seconds: positiveNumber("minutes", values.minutes) * 60,
  pauseMs: PAUSE_MS,
  killEverySeconds: KILL_EVERY_S,
  random: seededRandom(seed),
});
process.stdout.write(
  `seed ${seed}: ${edits} edits, ${kills} kills of the server, ${pages} pages read, ${articles} articles, ${isEqual ? "equal" : "not equal"}\n`,
);
process.stdout.write(isEqual ? "1 passed, 0 failed\n" : "0 passed, 1 failed\n");
process.exit(isEqual ? 0 : 1);
