import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fixture, freshFolder } from "../fixture.ts";
import { unexpected } from "../kill.ts";
import { Ledger } from "../ledger.ts";
import { startLoad } from "../load.ts";
import type { Random } from "../random.ts";
import { startServerProcess } from "../server-process.ts";
import type { Shim } from "../shim/shim.ts";
import { together, type Verdict } from "../verdict.ts";
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
  readonly fixture: Fixture;
  readonly shim: Shim;
  readonly random: Random;
  /** The working time of the writers at each of the server's starts. */
  readonly loadMs: readonly number[];
}

/** A disk on which much is unsynced at any moment. */
const SYNC_MS = 4;
const LOG_MEGABYTES = "0.5";

/** Records a server that starts, works, is killed or stopped, and starts again. */
export async function record(options: RecordingOptions): Promise<Recording> {
  const { fixture, shim, random, loadMs } = options;
  const folder = await freshFolder(fixture, "recorded");
  const journal = join(fixture.scratch, `journal-${random.below(2 ** 32)}`);
  const fd = openSync(journal, "a+");
  const now = () => fstatSync(fd).size;
  const ledger = new Ledger(now);
  const start = readStart(folder);
  const environment = {
    ...shim.environment({ folder, journal, syncMs: SYNC_MS }),
    STORAGE_LOG_MEGABYTES: LOG_MEGABYTES,
  };
  await fixture.printerStub.open(now);
  const verdicts: Verdict[] = [];
  for (const ms of loadMs) {
    const server = await startServerProcess(folder, environment);
    const load = startLoad(server, {
      fixture,
      ledger,
      random,
      printers: [fixture.livePrinter, fixture.deadPrinter],
    });
    // A slow machine may need all that time for the first response.
    await load.underWay();
    await sleep(ms);
    await server.end(random.pick(["SIGKILL", "SIGTERM"]));
    // A server that stops refuses with 503.
    verdicts.push(unexpected(await load.stop(), [200, 201, 503]));
  }
  await fixture.printerStub.shut();
  closeSync(fd);
  const changes = readJournal(readFileSync(journal));
  // The loader only warns of a library that it can't load.
  if (changes.length === 0) throw new Error("the shim saw nothing");
  return { start, changes, ledger, verdict: together(...verdicts) };
}
