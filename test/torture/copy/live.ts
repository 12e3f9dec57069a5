import { setTimeout as sleep } from "node:timers/promises";
import type { Fixture } from "../fixture.ts";
import { unexpected } from "../kill.ts";
import type { Ledger } from "../ledger.ts";
import { startLoad } from "../load.ts";
import type { Random } from "../random.ts";
import { NotStarted, type ServerProcess, startServerProcess } from "../server-process.ts";
import { fault, type Verdict } from "../verdict.ts";

/** A server that works, rotates, and is stopped, killed and restarted repeatedly. */
export interface RunningServer {
  /** Resolves when it works no more. */
  readonly ended: Promise<void>;
  /** Ends the server; returns its errors. */
  stop(): Promise<Verdict[]>;
}

const LOG_MEGABYTES = "1";
/** Writers pause, so that the folder does not outgrow its copies. */
const PAUSE_MS = 250;
const LIFE_MS = [1500, 5000] as const;

/** Starts the writers on a server in this folder until it is stopped. */
export async function startRunningServer(
  folder: string,
  fixture: Fixture,
  ledger: Ledger,
  random: Random,
): Promise<RunningServer> {
  let isOver = false;
  const verdicts: Verdict[] = [];
  let server: ServerProcess = await startServerProcess(folder, { STORAGE_LOG_MEGABYTES: LOG_MEGABYTES });

  async function oneLife(): Promise<void> {
    // The dead printer only: a started copy would print the waiting labels.
    const load = startLoad(server, {
      fixture,
      ledger,
      random,
      printers: [fixture.deadPrinter],
      pauseMs: PAUSE_MS,
    });
    const end = performance.now() + random.between(...LIFE_MS);
    while (performance.now() < end && !isOver) await sleep(50);
    await server.end(random.pick(["SIGKILL", "SIGTERM"]));
    verdicts.push(unexpected(await load.stop(), [200, 201, 503]));
  }
  async function live(): Promise<void> {
    for (;;) {
      await oneLife();
      if (isOver) return;
      server = await startServerProcess(folder, { STORAGE_LOG_MEGABYTES: LOG_MEGABYTES });
    }
  }
  const living = live().catch((error: unknown) => {
    if (!(error instanceof NotStarted)) throw error;
    verdicts.push(fault(error.message));
  });
  return {
    ended: living,
    async stop() {
      isOver = true;
      await living;
      return verdicts;
    },
  };
}
