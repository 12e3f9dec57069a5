import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startDemo } from "../../harness/demo-process.ts";
import { seededRandom } from "../../torture/random.ts";
import { startServerProcess } from "../../torture/server-process.ts";
import { compileShim } from "../../torture/shim/shim.ts";
import { measureCost } from "./cost.ts";
import type { Failure } from "./failures.ts";
import { type Connection, makeMachines } from "./pair-site.ts";
import { playRound, type RoundResult } from "./rounds.ts";

// Rounds of a pair (rounds.ts) until so many failures have happened, then what a standby costs (cost.ts).

/** Each round has all of them, in random order, and one of `LAST` for good. */
const FAILURES: readonly Failure[] = [
  "process",
  "process",
  "process",
  "power",
  "power",
  "power",
  "cable",
  "cable",
  "cable",
];
const LAST: readonly Failure[] = ["process", "power", "cable"];
const COST_SECONDS = 5;
/** The longest time from the failure of the primary until terminals count again. */
const MAX_TO_COUNTING_MS = 60_000;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    terminals: { type: "string", default: "50" },
    "cost-rounds": { type: "string", default: "6" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
});

const connections: [Connection, Connection] = JSON.parse(process.env["PAIR_CONNECTIONS"] ?? "[]");
const print = (line: string) => process.stdout.write(`${line}\n`);
const templates = mkdtempSync(join(tmpdir(), "tallybox-pairs-"));
const [demoFolder, emptyFolder] = [join(templates, "demo"), join(templates, "empty")];
const random = seededRandom(Number(values.seed));

function problemsOf(result: RoundResult): string[] {
  const { lost, doubled, takenByFormer, differences, toCountingMs } = result;
  return [
    ...(lost > 0 ? [`${lost} counts lost`] : []),
    ...(doubled > 0 ? [`${doubled} counts doubled`] : []),
    ...(takenByFormer > 0 ? [`${takenByFormer} writes taken by the former primary`] : []),
    ...(differences > 0 ? ["the copy differs from the primary"] : []),
    ...(toCountingMs > MAX_TO_COUNTING_MS ? [`${Math.round(toCountingMs)} ms until counting`] : []),
  ];
}

try {
  print(`seed ${values.seed}`);
  const shim = await compileShim(templates);
  await (await startDemo(demoFolder)).end("SIGTERM");
  await (await startServerProcess(emptyFolder)).end("SIGTERM");
  const fill = {
    demo: (folder: string) => cpSync(demoFolder, folder, { recursive: true }),
    empty: (folder: string) => cpSync(emptyFolder, folder, { recursive: true }),
  };
  const results: RoundResult[] = [];
  const problems: string[] = [];
  const killed: Record<Failure, number> = { process: 0, power: 0, cable: 0, freeze: 0 };
  const sum = () => killed.process + killed.power + killed.cable;
  while (sum() < Number(values.kills)) {
    const failures = random.shuffled(FAILURES);
    const lastFailure = LAST[results.length % LAST.length] ?? "process";
    const machines = await makeMachines({ connections, shim, random, fill });
    const result = await playRound({
      terminals: Number(values.terminals),
      failures,
      lastFailure,
      machines,
      random,
    });
    for (const failure of [...failures, lastFailure]) killed[failure]++;
    results.push(result);
    problems.push(...problemsOf(result));
    print(
      `round ${results.length}: ${sum()} failures, the last ${lastFailure}, ${result.counts} counts, counting again after ${Math.round(result.toCountingMs)} ms, ${problemsOf(result).join(", ") || "nothing lost"}`,
    );
  }
  const counts = results.reduce((all, one) => all + one.counts, 0);
  const slowest = Math.round(Math.max(0, ...results.map(({ toCountingMs }) => toCountingMs)));
  print(
    `${killed.process} processes, ${killed.power} powers, ${killed.cable} cables, ${counts} counts, slowest promotion ${slowest} ms: ${problems.join(", ") || "nothing lost or doubled"}`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
  if (Number(values["cost-rounds"]) > 0) {
    const folders = {
      alone: join(templates, "alone"),
      primary: join(templates, "primary"),
      standby: emptyFolder,
    };
    for (const folder of [folders.alone, folders.primary]) fill.demo(folder);
    const cost = await measureCost(folders, Number(values["cost-rounds"]), COST_SECONDS);
    const ratio = (cost.with / cost.without).toFixed(3);
    print(
      `counts a second without and with a standby on the same processors: ${Math.round(cost.without)}, ${Math.round(cost.with)}, ratio ${ratio}; lag p99 ${Math.round(cost.lagP99)} ms, longest ${Math.round(cost.longestLag)} ms`,
    );
  }
} finally {
  rmSync(templates, { recursive: true, force: true });
}
