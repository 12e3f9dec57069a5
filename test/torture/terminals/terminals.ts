import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { peakMb, resetPeak, residentMb } from "../../bench/process.ts";
import { percentile } from "../../bench/statistics.ts";
import { type Call, callerOf } from "../call.ts";
import { checkAfterKill } from "../disk/probe.ts";
import { freshFolder, type Stock } from "../fixture.ts";
import { Ledger } from "../ledger.ts";
import { type Outcome, outcomeOf, type Part, type Run } from "../part.ts";
import type { Random } from "../random.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import type { Verdict } from "../verdict.ts";

const TERMINALS = 200;
/** A person looks, types, walks on. */
const THINKING_MS = 1000;
const MINUTE_MS = 60_000;
const LOOKS = 10;
/** 2 000 connections that are silent or send a byte now and then. */
const ATTACK = join(import.meta.dirname, "../../security/attack/hostile-host.ts");
/** Another address of loopback than the terminals'. */
const ATTACKER = "127.0.0.66";

/** Two hundred terminals count at once, at first beside a hostile host. */
export const load: Part = {
  name: "load",
  summary: "200 terminals count at once, the first tenth of the time beside 2 000 bad connections",
  rounds: 1,
  run: countTogether,
};

async function countTogether({ fixture, rounds, random, minutes, logProgress }: Run): Promise<Outcome> {
  const verdicts: Verdict[] = [];
  const notes: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const folder = await freshFolder(fixture, "terminals");
    const ledger = new Ledger(() => performance.now());
    const server = await startServerProcess(folder);
    const to = ["--port", new URL(server.url).port, "--from", ATTACKER, "--token", fixture.token];
    const attack = spawn(process.execPath, [ATTACK, ...to], { stdio: ["ignore", "pipe", "inherit"] });
    process.once("exit", () => attack.kill("SIGKILL"));
    await once(attack.stdout, "data");
    const crowded = await countFor((minutes * MINUTE_MS) / 10, {
      server,
      fixture,
      ledger,
      random,
      logProgress,
    });
    attack.kill("SIGKILL");
    const alone = await countFor((minutes * MINUTE_MS * 9) / 10, {
      server,
      fixture,
      ledger,
      random,
      logProgress,
    });
    const after = await checkAfterKill(server, folder, { fixture, ledger, random, printers: [] }, {});
    verdicts.push(after, crowded.verdict, alone.verdict);
    notes.push(`beside 2 000 bad connections: ${crowded.figures}`, `alone: ${alone.figures}`);
  }
  return { ...outcomeOf(verdicts, notes), rounds };
}

interface TerminalRun {
  readonly server: ServerProcess;
  readonly fixture: Stock;
  readonly ledger: Ledger;
  readonly random: Random;
  logProgress(line: string): void;
}

async function countFor(ms: number, { server, fixture, ledger, random, logProgress }: TerminalRun) {
  const call = callerOf(server.url, fixture.token);
  const end = performance.now() + ms;
  const times: number[] = [];
  const faults: string[] = [];
  resetPeak(server.pid);
  const terminals = Array.from({ length: TERMINALS }, (_, index) =>
    countUntil(end, {
      call,
      ledger,
      random: random.branch(),
      item: fixture.items[index] ?? 0,
      times,
      faults,
    }),
  );
  const memory: number[] = [];
  const watching = (async () => {
    for (let look = 0; look < LOOKS; look++) {
      memory.push(Math.round(residentMb(server.pid)));
      logProgress(`${times.length} counts, ${memory.at(-1)} MB`);
      await sleep(ms / LOOKS);
    }
  })();
  await Promise.all([...terminals, watching]);
  const ascending = Float64Array.from(times).sort();
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(ascending, share).toFixed(1));
  const perSecond = (times.length / (ms / 1000)).toFixed(0);
  const figures = `${times.length} counts (${perSecond}/s), p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms; MB ${memory.join(" ")}, at most ${peakMb(server.pid).toFixed(0)}`;
  return { verdict: { checked: 0, lost: [], faults } satisfies Verdict, figures };
}

interface Terminal {
  readonly call: Call;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly item: number;
  readonly times: number[];
  readonly faults: string[];
}

async function countUntil(
  end: number,
  { call, ledger, random, item, times, faults }: Terminal,
): Promise<void> {
  while (performance.now() < end) {
    await sleep(random.below(THINKING_MS));
    const entry = ledger.sendCount(item);
    const began = performance.now();
    const body = { oid: item, inventoryQuantity: entry.write.quantity };
    const { status, bytes } = await call("PUT", "/api/inventories/items/update", body);
    times.push(performance.now() - began);
    if (status === 200) ledger.acknowledge(entry, item);
    else faults.push(`a count: ${status} ${bytes}`);
  }
}
