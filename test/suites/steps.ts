import { spawn } from "node:child_process";
import { once } from "node:events";
import { tallyOf } from "./tally.ts";

/** A command that checks a part of the product and ends with the line `N passed, N failed`. */
export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

/** The results of all steps. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** A line for each skipped test with its reason, one for each step with its time, and at the end one for each failed test. */
  readonly summary: readonly string[];
}

/** Runs the steps one after the other, whatever their results. `show` gets their output. */
export async function runSteps(steps: readonly Step[], show: (text: string) => void): Promise<Outcome> {
  let [passed, failed] = [0, 0];
  const summary: string[] = [];
  const failures: string[] = [];
  for (const { name, command } of steps) {
    show(`\n${name}: ${command.join(" ")}\n`);
    const began = performance.now();
    const { lines, status } = await run(command, show);
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    const tally = tallyOf(lines);
    passed += tally?.passed ?? (status === 0 ? 1 : 0);
    failed += status === 0 ? 0 : Math.max(1, tally?.failed ?? 1);
    const named = lines.filter((line) => line.startsWith("failed: "));
    if (status !== 0) failures.push(...(named.length > 0 ? named : [`failed: ${name}: status ${status}`]));
    summary.push(...lines.filter((line) => line.startsWith("skipped: ")));
    const figures = tally ? `${tally.passed} passed, ${tally.failed} failed` : `status ${status}`;
    summary.push(`${name}: ${figures}, ${minutes} minutes`);
  }
  return { passed, failed, summary: [...summary, ...failures] };
}

/** Runs the steps, prints their summary and the line `N passed, N failed`, and sets the exit status. */
export async function runAndReport(steps: readonly Step[]): Promise<Outcome> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
  const outcome = await runSteps(steps, (text) => process.stdout.write(text));
  const { passed, failed, summary } = outcome;
  process.stdout.write(`\n${summary.join("\n")}\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
  return outcome;
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
