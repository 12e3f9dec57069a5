import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { hostileGoals } from "./goals.ts";
import { peakMb, resetPeak } from "./process.ts";
import { most, table, verdictTable } from "./report.ts";
import { percentile } from "./statistics.ts";
import type { Target } from "./targets.ts";

const TERMINALS = 50;
/** A person looks, types, walks on. */
const PAUSE_MS = 1000;
const ATTACKER = "127.0.0.66";

const run = (program: string, ...options: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, "../security/attack", program), ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });

/** The results of counting: counts, those without status 200, milliseconds, the server's peak of memory. */
export interface Counting {
  readonly name: string;
  readonly counts: number;
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly peakMb: number;
}

/** Measures counts from 50 terminals, alone and beside 2 000 bad connections of one host. Returns the tables. */
export async function measureHostile(target: Target, counts: number): Promise<string> {
  const port = ["--port", String(target.port)];
  const alone = await measure("alone", target, counts);
  const attack = run("hostile-host.ts", ...port, "--from", ATTACKER, "--token", target.token);
  try {
    await once(attack.stdout, "data");
    return hostileTables(alone, await measure("beside 2 000 bad connections", target, counts));
  } finally {
    attack.kill("SIGKILL");
  }
}

/** The figures, and those beside the hostile host against the goals. */
export function hostileTables(alone: Counting, beside: Counting): string {
  const head = [`${TERMINALS} terminals`, "counts", "not 200", "p50 ms", "p99 ms", "longest ms", "memory MB"];
  const rows = [alone, beside].map(({ name, counts, refused, p50, p99, longest, peakMb }) => [
    ...[name, String(counts), String(refused)],
    ...[p50, p99, longest].map((ms) => ms.toFixed(1)),
    peakMb.toFixed(0),
  ]);
  const verdicts = [
    most("beside: p99 ms", hostileGoals.p99, beside.p99),
    most("beside: not 200", 0, beside.refused),
    most("beside: memory MB", hostileGoals.peakMb, beside.peakMb),
  ];
  return `${table(head, rows)}\n${verdictTable(verdicts)}`;
}

async function measure(name: string, { port, pid }: Target, counts: number): Promise<Counting> {
  resetPeak(pid);
  const options = ["--terminals", String(TERMINALS), "--counts", String(counts), "--pause", String(PAUSE_MS)];
  const { stdout } = run("terminals.ts", "--port", String(port), ...options);
  const { statuses, times }: { statuses: Record<string, number>; times: number[] } = JSON.parse(
    await text(stdout),
  );
  const ascending = times.toSorted((one, other) => one - other);
  return {
    name,
    counts: times.length,
    refused: times.length - (statuses["200"] ?? 0),
    p50: percentile(ascending, 0.5),
    p99: percentile(ascending, 0.99),
    longest: percentile(ascending, 1),
    peakMb: peakMb(pid),
  };
}
