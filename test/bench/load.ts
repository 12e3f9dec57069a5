import { type Connection, open } from "./client.ts";
import type { Job, Material, Turn } from "./jobs.ts";
import { cpuSeconds, peakMb, resetPeak } from "./process.ts";
import { percentile } from "./statistics.ts";

/** One round of one job on one target. */
export interface Round {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly perSecond: number;
  /** CPU seconds of the target for 1000 turns, those of the job beside included. */
  readonly cpuPer1000: number;
  readonly peakMb: number;
  /** Turns per second of the job beside. */
  readonly besidePerSecond: number;
  /** Responses with another status than the job's. */
  readonly refused: number;
}

/** Prepares a job for a target and returns a function for one round; undefined when the target can't run the job. */
export async function roundsOf(
  job: Job,
  material: Material,
): Promise<((seconds: number) => Promise<Round>) | undefined> {
  const turn = await job.turns(material);
  const beside = job.beside?.(material);
  const { pid, port } = material.target;
  if (turn === undefined) return undefined;
  return async (seconds) => {
    const connections = await Promise.all(Array.from({ length: job.connections }, () => open(port)));
    const other = beside === undefined ? undefined : repeat(beside, await open(port));
    resetPeak(pid);
    const cpu = cpuSeconds(pid);
    const began = performance.now();
    const { times, refused } = await closedLoops(turn, connections, port, began + seconds * 1000);
    const elapsed = (performance.now() - began) / 1000;
    const used = cpuSeconds(pid) - cpu;
    const peak = peakMb(pid);
    const besideTurns = (await other?.()) ?? 0;
    for (const connection of connections) connection.close();
    times.sort();
    return {
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      max: percentile(times, 1),
      perSecond: times.length / elapsed,
      cpuPer1000: (used / times.length) * 1000,
      peakMb: peak,
      besidePerSecond: besideTurns / elapsed,
      refused,
    };
  };
}

/** Each connection sends as soon as it has its response, until the time is over; a broken one is replaced. */
async function closedLoops(turn: Turn, connections: Connection[], port: number, end: number) {
  const times: number[] = [];
  let refused = 0;
  async function loop(first: Connection, lane: number): Promise<void> {
    let connection = first;
    do {
      try {
        const took = await turn(connection);
        if (took === undefined) refused++;
        else times.push(took);
      } catch {
        // Counted and shown; a target that has ended lets no new connection open, and that throws.
        refused++;
        connection.close();
        connection = await open(port);
        connections[lane] = connection;
      }
    } while (performance.now() < end);
  }
  await Promise.all(connections.map(loop));
  return { times: Float64Array.from(times), refused };
}

/** Repeats a turn without pause; the returned function ends that and returns the number of turns. */
function repeat(turn: Turn, connection: Connection): () => Promise<number> {
  let turns = 0;
  let isOver = false;
  const loop = (async () => {
    while (!isOver) if ((await turn(connection)) !== undefined && !isOver) turns++;
  })();
  return async () => {
    isOver = true;
    const done = turns;
    await loop;
    connection.close();
    return done;
  };
}
