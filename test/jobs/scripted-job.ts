import { existsSync, writeFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { Tx } from "../../src/storage/database/statement.ts";
import type { JobProgram } from "../../src/storage/jobs/job-program.ts";
import type { SliceWorkerData } from "../../src/storage/jobs/slices.ts";
import type { ScriptStep } from "./scripted.ts";

// The program of scripted jobs (scripted.ts). The slice worker imports it.

/** Runs the steps, each as one unit of work. */
export const run: JobProgram<readonly ScriptStep[], number, null> = function* ({ tx, input, position }) {
  tx.setCause("script");
  for (let next = position ?? 0; next < input.length; next++) {
    const step = input[next];
    for (const [table, sql] of step?.writes ?? []) {
      tx.recordWrite(table);
      tx.query({ sql: sql.replaceAll("$change", String(tx.change)), reads: [] }, []).run();
    }
    if (step?.isBroken) throw new Error("a broken program");
    if (step?.fullUntil !== undefined && !existsSync(step.fullUntil))
      throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    if (step?.exitOnce !== undefined && !existsSync(step.exitOnce)) {
      writeFileSync(step.exitOnce, "");
      if (step.isAfterCommit) queueMicrotask(() => process.exit());
      else process.exit();
    }
    if (step?.until !== undefined)
      for (let waits = waitingUnits(tx, step.overrun); !existsSync(step.until); waits()) {
        yield { position: next, done: next, isFinal: step.isFinal === true };
      }
    yield { position: next + 1, done: next + 1, isFinal: step?.isFinal === true };
  }
  return null;
};

const { contention } = workerData as SliceWorkerData;
const never = new Int32Array(new SharedArrayBuffer(4));

/** Called after each unit of work. Creates the file if a slice goes on for three units of 10 ms although something waits. */
function waitingUnits(tx: Tx, overrun: string | undefined): () => void {
  let slice = 0;
  let units = 0;
  return () => {
    if (slice !== tx.change || Atomics.load(contention, 0) === 0) units = 0;
    else if (++units === 3) endSlice(overrun);
    else Atomics.wait(never, 0, 0, 10);
    slice = tx.change;
  };
}

function endSlice(overrun: string | undefined): never {
  if (overrun !== undefined) writeFileSync(overrun, "");
  throw new Error("the slice goes on");
}
