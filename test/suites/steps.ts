import { spawn } from "node:child_process";
import { once } from "node:events";
import { tallyOf } from "./tally.ts";

/** A command that checks a part of the product and ends with the line `N passed, N failed`. */
export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** The command that runs these test files alone, once all lanes have ended; absent: what fails is not run again. */
  readonly repeat?: (files: readonly string[]) => Step["command"];
}

/** The results of all steps. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** A line for each skipped test with its reason, one for each step, and at the end one for each failed test. */
  readonly summary: readonly string[];
}

/** With more failed tests than this a step is not repeated: they are broken, not unsteady. */
const MAX_REPEATED = 10;

/** Failed tests of a step that run once more alone. */
interface Repeat {
  readonly name: string;
  readonly command: Step["command"];
  /** Their lines, `failed: FILE > TEST: ERROR`. */
  readonly failures: readonly string[];
}

/**
 * Runs lanes of steps side by side. Within a lane the steps run one after the other, whatever their results. `show` gets
 * the output of the first lane at once, and that of the others when the lane has ended. The failed tests of steps that allow
 * it run once more alone at the end, and are named as unsteady where they pass then.
 */
export async function runLanes(
  lanes: readonly (readonly Step[])[],
  show: (text: string) => void,
): Promise<Outcome> {
  let [passed, failed] = [0, 0];
  const summary: string[] = [];
  const repeats: Repeat[] = [];
  const running = lanes.map(async (steps, lane) => {
    const failures: string[] = [];
    let kept = "";
    const write = (text: string) => {
      if (lane === 0) show(text);
      else kept += text;
    };
    for (const { name, command, repeat } of steps) {
      write(`\n${name}: ${command.join(" ")}\n`);
      const began = performance.now();
      const { lines, status } = await run(command, write);
      write(`${name}: ${((performance.now() - began) / 60_000).toFixed(1)} minutes\n`);
      const tally = tallyOf(lines);
      passed += tally?.passed ?? (status === 0 ? 1 : 0);
      const named = lines.filter((line) => line.startsWith("failed: "));
      const files = named.map((line) => /^failed: (\S+\.test\.ts) > /.exec(line)?.[1] ?? "");
      const isRepeated = repeat && files.length > 0 && files.length <= MAX_REPEATED && !files.includes("");
      if (isRepeated) repeats.push({ name, command: repeat([...new Set(files)]), failures: named });
      else failed += status === 0 ? 0 : Math.max(1, tally?.failed ?? 1);
      if (status !== 0 && !isRepeated)
        failures.push(...(named.length > 0 ? named : [`failed: ${name}: status ${status}`]));
      summary.push(...lines.filter((line) => /^(skipped|unsteady)[:,] /.test(line)));
      summary.push(
        `${name}: ${tally ? `${tally.passed} passed, ${tally.failed} failed` : `status ${status}`}`,
      );
    }
    return { kept, failures };
  });
  const failures: string[] = [];
  for (const lane of running) {
    const ended = await lane;
    show(ended.kept);
    failures.push(...ended.failures);
  }
  for (const repeat of repeats) {
    show(`\n${repeat.name}, the failed ones alone: ${repeat.command.join(" ")}\n`);
    const { lines, status } = await run(repeat.command, show);
    if (status === 0) {
      passed += repeat.failures.length;
      summary.push(...repeat.failures.map((line) => line.replace("failed: ", "unsteady, passed alone: ")));
    } else {
      failed += repeat.failures.length;
      failures.push(...repeat.failures, ...lines.filter((line) => line.startsWith("failed: ")));
    }
  }
  return { passed, failed, summary: [...summary, ...failures] };
}

/** Runs a command; returns the lines of both outputs, and its exit status. */
async function run([program, ...args]: Step["command"], write: (text: string) => void) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill();
  process.on("exit", end);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      write(piece);
    });
  const [status] = await once(child, "close");
  process.off("exit", end);
  return { lines: text.split("\n"), status: (status as number | null) ?? 1 };
}
