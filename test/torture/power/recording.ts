import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../chance.ts";
import { unexpected } from "../kill.ts";
import { Ledger } from "../ledger.ts";
import { startLoad } from "../load.ts";
import { startServerProcess } from "../server-process.ts";
import type { Shim } from "../shim/shim.ts";
import { together, type Verdict } from "../verdict.ts";
import { freshFolder, type World } from "../world.ts";
import { readStart, type Start } from "./disk.ts";
import { type Change, readJournal } from "./journal.ts";

/** A working server, with every change of its folder; moments are lengths of the journal. */
export interface Recording {
  readonly start: Start;
  readonly changes: readonly Change[];
  readonly ledger: Ledger;
  /** Errors during the recording. */
  readonly verdict: Verdict;
}

export interface RecordingOptions {
  readonly world: World;
  readonly shim: Shim;
  readonly chance: Chance;
  /** The working time of the writers at each of the server's starts. */
  readonly loadMs: readonly number[];
}

/** A disk on which much is unsynced at any moment. */
const SYNC_MS = 4;
const LOG_MEGABYTES = "0.5";

/** Records a server that starts, works, is killed or stopped, and starts again. */
export async function record(options: RecordingOptions): Promise<Recording> {
  const { world, shim, chance, loadMs } = options;
  const folder = await freshFolder(world, "recorded");
  const journal = join(world.scratch, `journal-${chance.below(2 ** 32)}`);
  const fd = openSync(journal, "a+");
  const now = () => fstatSync(fd).size;
  const ledger = new Ledger(now);
  const start = readStart(folder);
  const environment = {
    ...shim.environment({ folder, journal, syncMs: SYNC_MS }),
    STORAGE_LOG_MEGABYTES: LOG_MEGABYTES,
  };
  await world.standIn.open(now);
  const verdicts: Verdict[] = [];
  for (const ms of loadMs) {
    const server = await startServerProcess(folder, environment);
    const load = startLoad(server, {
      world,
      ledger,
      chance,
      printers: [world.livePrinter, world.deadPrinter],
    });
    // A slow machine may need all that time for the first response.
    await load.underWay();
    await sleep(ms);
    await server.end(chance.pick(["SIGKILL", "SIGTERM"]));
    // A server that stops refuses with 503.
    verdicts.push(unexpected(await load.stop(), [200, 201, 503]));
  }
  await world.standIn.shut();
  closeSync(fd);
  const changes = readJournal(readFileSync(journal));
  // The loader only warns of a library that it can't load.
  if (changes.length === 0) throw new Error("the shim saw nothing");
  return { start, changes, ledger, verdict: together(...verdicts) };
}
