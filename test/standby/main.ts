import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startDemo } from "../harness/demo-process.ts";
import { startServerProcess } from "../torture/server-process.ts";
import { makeFolders, playRound, type RoundResult } from "./rounds.ts";

// npm run prove:standby -- [--kills 200] [--terminals 50]: rounds of a pair (rounds.ts) until so many kills have happened.

const KILLS_PER_ROUND = 9;
/** The longest time from the kill of the primary until terminals count again. */
const MAX_TO_COUNTING_MS = 60_000;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    terminals: { type: "string", default: "50" },
  },
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const templates = mkdtempSync(join(tmpdir(), "tallybox-pairs-"));
const [demoFolder, emptyFolder] = [join(templates, "demo"), join(templates, "empty")];

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
  await (await startDemo(demoFolder)).end("SIGTERM");
  await (await startServerProcess(emptyFolder)).end("SIGTERM");
  const results: RoundResult[] = [];
  const problems: string[] = [];
  const killed = () => results.reduce((sum, { kills }) => sum + kills, 0);
  while (killed() < Number(values.kills)) {
    const folders = makeFolders({
      primary: (folder) => cpSync(demoFolder, folder, { recursive: true }),
      standby: (folder) => cpSync(emptyFolder, folder, { recursive: true }),
    });
    const terminals = Number(values.terminals);
    const result = await playRound({ terminals, kills: KILLS_PER_ROUND, folders, random: Math.random });
    folders.remove();
    results.push(result);
    problems.push(...problemsOf(result));
    print(
      `round ${results.length}: ${result.kills} kills, ${result.counts} counts, counting again after ${Math.round(result.toCountingMs)} ms, ${problemsOf(result).join(", ") || "nothing lost"}`,
    );
  }
  const counts = results.reduce((sum, one) => sum + one.counts, 0);
  const slowest = Math.round(Math.max(...results.map(({ toCountingMs }) => toCountingMs)));
  print(
    `${killed()} kills, ${counts} counts, slowest promotion ${slowest} ms: ${problems.join(", ") || "nothing lost or doubled"}`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(templates, { recursive: true, force: true });
}
