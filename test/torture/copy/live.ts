import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../chance.ts";
import { newestGeneration } from "../check/newest.ts";
import { unexpected } from "../kill.ts";
import type { Ledger } from "../ledger.ts";
import { startLoad } from "../load.ts";
import { NotStarted, type ServerProcess, startServerProcess } from "../server-process.ts";
import { fault, type Verdict } from "../verdict.ts";
import type { World } from "../world.ts";

/** A server that works, rotates, and is stopped, killed and restarted repeatedly. */
export interface Live {
  /** Resolves when it works no more. */
  readonly ended: Promise<void>;
  /** Ends the server; returns its errors and figures. */
  stop(): Promise<{ verdicts: Verdict[]; happened: Happened }>;
}

export interface Happened {
  readonly kills: number;
  readonly stops: number;
  /** Switches of the generation, as seen at the starts. */
  readonly generations: number;
}

const LOG_MEGABYTES = "1";
/** Writers pause, so that the folder does not outgrow its copies. */
const PAUSE_MS = 250;
const LIFE_MS = [1500, 5000] as const;

/** Starts the writers on a server in this folder until it is stopped. */
export async function startLive(folder: string, world: World, ledger: Ledger, chance: Chance): Promise<Live> {
  let isOver = false;
  let kills = 0;
  let stops = 0;
  const generations = new Set<string>();
  const verdicts: Verdict[] = [];
  let server: ServerProcess = await startServerProcess(folder, { STORAGE_LOG_MEGABYTES: LOG_MEGABYTES });

  async function oneLife(): Promise<void> {
    // The dead printer only: a started copy would print the waiting labels.
    const load = startLoad(server, {
      world,
      ledger,
      chance,
      printers: [world.deadPrinter],
      pauseMs: PAUSE_MS,
    });
    const end = performance.now() + chance.between(...LIFE_MS);
    while (performance.now() < end && !isOver) {
      generations.add(newestGeneration(folder));
      await sleep(50);
    }
    const isKill = chance.isLucky(0.5);
    await server.end(isKill ? "SIGKILL" : "SIGTERM");
    if (isKill) kills++;
    else stops++;
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
      return { verdicts, happened: { kills, stops, generations: generations.size } };
    },
  };
}
