import { setTimeout as sleep } from "node:timers/promises";
import { callerOf } from "./call.ts";
import type { Stock } from "./fixture.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import type { ServerProcess } from "./server-process.ts";
import { type Lane, type Turn, WORKLOADS } from "./workloads.ts";

/** The results of the writers. */
export interface LoadOutcome {
  /** Responses by status. */
  readonly responses: ReadonlyMap<number, number>;
  /** The first few bodies of responses with server errors (500 and above, except 503). */
  readonly failures: readonly string[];
  /** Requests without a complete response. */
  readonly broken: number;
}

export interface LoadOptions {
  readonly fixture: Stock;
  readonly ledger: Ledger;
  readonly random: Random;
  /** The printers of the requested labels. */
  readonly printers: readonly number[];
  /** The longest pause of a writer between two turns; no pause by default. */
  readonly pauseMs?: number;
}

/** Writers at work. */
export interface Load {
  /** Resolves when the next write is acknowledged, or when every writer has ended. */
  underWay(): Promise<void>;
  /** Waits for the running turns and returns the results. To be called after a kill, too. */
  stop(): Promise<LoadOutcome>;
}

const MAX_FAILURES = 5;

/** Starts all writers (workloads.ts) on a server. A writer without a response ends, because its server has ended. */
export function startLoad(server: ServerProcess, options: LoadOptions): Load {
  const { fixture, ledger, printers, pauseMs = 0 } = options;
  const responses = new Map<number, number>();
  const failures: string[] = [];
  let broken = 0;
  let isOver = false;
  const counting = WORKLOADS.find(({ name }) => name === "counts")?.lanes ?? 1;

  async function work(turn: Turn, lane: Lane): Promise<void> {
    while (!isOver) {
      if (pauseMs > 0) await sleep(lane.random.below(pauseMs));
      try {
        const { status, bytes } = await turn(lane);
        responses.set(status, (responses.get(status) ?? 0) + 1);
        if (status >= 500 && status !== 503 && failures.length < MAX_FAILURES)
          failures.push(`${status} ${bytes.toString().slice(0, 300)}`);
      } catch (error) {
        if (!isWithoutResponse(error)) throw error;
        broken++;
        return;
      }
    }
  }

  const lanes = WORKLOADS.flatMap(({ lanes: count, turn }) =>
    Array.from({ length: count }, (_, index) =>
      work(turn, {
        call: callerOf(server.url, fixture.token),
        ledger,
        random: options.random.branch(),
        fixture,
        items: fixture.items.filter((_item, position) => position % counting === index),
        printers,
      }),
    ),
  );
  const all = Promise.all(lanes);
  return {
    underWay: () => Promise.race([ledger.nextAcknowledged(), all.then(() => undefined)]),
    async stop() {
      isOver = true;
      await all;
      return { responses, failures, broken };
    },
  };
}

/** True where the connection failed or broke, or nothing arrived in time. */
export function isWithoutResponse(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
}
