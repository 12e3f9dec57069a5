import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { peakMb, resetPeak } from "./process.ts";
import { percentile } from "./statistics.ts";
import type { Target } from "./targets.ts";

const TERMINALS = 50;
/** A person looks, types, walks on. */
const PAUSE_MS = 1000;
const MAX_P99_MS = 100;
const ATTACKER = "127.0.0.66";

const run = (program: string, ...options: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, "../security/attack", program), ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });

/** How long counts take from 50 terminals, alone and beside 2 000 bad connections of one host. Gives the table. */
export async function measureHostile(target: Target, counts: number): Promise<string> {
  const port = ["--port", String(target.port)];
  const alone = await row("alone", target, counts);
  const attack = run("hostile-host.ts", ...port, "--from", ATTACKER, "--token", target.token);
  try {
    await once(attack.stdout, "data");
    const beside = await row("beside 2 000 bad connections", target, counts);
    return `| ${TERMINALS} terminals | counts | not 200 | p50 ms | p99 ms (at most ${MAX_P99_MS}) | longest ms | memory MB |\n|---|---|---|---|---|---|---|\n${alone}${beside}`;
  } finally {
    attack.kill("SIGKILL");
  }
}

async function row(name: string, { port, pid }: Target, counts: number): Promise<string> {
  resetPeak(pid);
  const options = ["--terminals", String(TERMINALS), "--counts", String(counts), "--pause", String(PAUSE_MS)];
  const { stdout } = run("terminals.ts", "--port", String(port), ...options);
  const { statuses, times }: { statuses: Record<string, number>; times: number[] } = JSON.parse(
    await text(stdout),
  );
  const ascending = times.toSorted((one, other) => one - other);
  const figures = [0.5, 0.99, 1].map((share) => percentile(ascending, share).toFixed(1));
  const refused = times.length - (statuses["200"] ?? 0);
  return `| ${[name, times.length, refused, ...figures, Math.round(peakMb(pid))].join(" | ")} |\n`;
}
