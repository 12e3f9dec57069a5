import { onTestFinished } from "vitest";
import type { JobSlices } from "../../src/storage/jobs/slices.ts";
import type { TestServer } from "../harness/server.ts";

/** Holds the slices of all jobs of a server, so that a test sees a job in progress. Begins again after a restart. */
export interface HeldSlices {
  /** Lets this many slices run, and waits for their end. */
  run(count: number): Promise<void>;
  /** Lets all slices run from now on. */
  release(): void;
}

/** Holds all slices of the running server. Its `sliceMs` should be 0: a slice is then one unit of work. */
export function holdSlices({ appliance }: TestServer): HeldSlices {
  const { jobs } = appliance.dependencies.storage;
  const run = jobs.run.bind(jobs);
  let permits = 0;
  let ran = 0;
  let changed = Promise.withResolvers<void>();
  const notify = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const held: JobSlices["run"] = async (job, needsProgram, outcome) => {
    while (permits === 0) await changed.promise;
    permits--;
    try {
      return await run(job, needsProgram, outcome);
    } finally {
      ran++;
      notify();
    }
  };
  Object.assign(jobs, { run: held });
  const release = () => {
    permits = Number.POSITIVE_INFINITY;
    notify();
  };
  // The server stops after the running slice.
  onTestFinished(release);
  return {
    async run(count) {
      const end = ran + count;
      permits += count;
      notify();
      while (ran < end) await changed.promise;
    },
    release,
  };
}
