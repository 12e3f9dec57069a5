import { parseArgs } from "node:util";
import { positiveNumber } from "../../harness/command-line.ts";
import { seededRandom } from "../../torture/random.ts";
import { prove } from "./prove.ts";

// `npm run prove:head-office -- [--sites 50] [--articles 100000] [--minutes 10] [--seed N] [--patroni]`
//
// Real servers deliver to one PostgreSQL while they, their lines and the database end at random. With --patroni it is replicated, and
// the machine of its leader ends (needs Debian's packages patroni, etcd-server and postgresql). Ends with the line "N passed, N
// failed", of checks, and with status 1 when a site's rows are not those of its data.

const { values } = parseArgs({
  options: {
    sites: { type: "string", default: "50" },
    articles: { type: "string", default: "100000" },
    minutes: { type: "string", default: "10" },
    patroni: { type: "boolean", default: false },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 32)}` },
  },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
const seed = Number(values.seed);
process.stdout.write(`seed ${seed}\n`);
const { failed, passed } = await prove(
  {
    sites: positiveNumber("sites", values.sites),
    articles: positiveNumber("articles", values.articles),
    isReplicated: values.patroni,
    chaosSeconds: positiveNumber("minutes", values.minutes) * 60,
    lagEdits: 300,
    costRounds: 6,
    random: seededRandom(seed),
  },
  (line) => process.stdout.write(`${line}\n`),
);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
