import { beforeAll, describe, expect, test } from "vitest";
import { sharedServer, startServer, type TestServer } from "../harness/server.ts";
import { holdSlices } from "../jobs/slices.ts";
import { endOf, jobAt } from "../jobs/waiting.ts";
import { JOBS, type Job, makeReady, outcomeOf, type Ready, startWork } from "./interrupted-work.ts";

// Work on a stocktake that stops between two slices goes on after the start, and comes to the same as without the stop.

/** Runs this many slices of the work, or all, then stops and starts the server. Returns the path of the job. */
async function interruptAfter(server: TestServer, job: Job, { id }: Ready, count: number): Promise<string> {
  const slices = holdSlices(server);
  const path = await startWork(server, job, id);
  for (let ran = 1; ran < count; ran++) {
    if ((await jobAt(server.manager, path)).state !== "running") break;
    await slices.run(1);
  }
  const isRunning = (await jobAt(server.manager, path)).state === "running";
  const stopping = server.halt();
  if (isRunning) await slices.run(1);
  await stopping;
  await server.restart();
  return path;
}

describe.each(Object.keys(JOBS) as Job[])("%s", (job) => {
  const prepared = sharedServer();
  let ready: Ready;
  let expected: object;
  beforeAll(async () => {
    ready = await makeReady(prepared, job);
    await prepared.halt();
    const whole = await startServer({ stopped: prepared.folder, keep: true });
    const path = await startWork(whole, job, ready.id);
    expect(await endOf(whole.manager, path)).toMatchObject({ state: "done", error: null });
    expected = await outcomeOf(whole, ready);
    await whole.stop();
  });

  test.each([1, 4, 9])("that stops after slice %d comes to the same", async (count) => {
    const server = await startServer({ stopped: prepared.folder, sliceMs: 0 });
    const path = await interruptAfter(server, job, ready, count);
    expect(await endOf(server.manager, path)).toMatchObject({ state: "done", error: null });
    expect(await outcomeOf(server, ready)).toEqual(expected);
  });

  test("that is stopped at each start comes to the same", async () => {
    const server = await startServer({ stopped: prepared.folder, sliceMs: 0 });
    const path = await startWork(server, job, ready.id);
    for (let turn = 0; turn < 3; turn++) {
      await server.halt();
      await server.restart();
    }
    expect(await endOf(server.manager, path)).toMatchObject({ state: "done", error: null });
    expect(await outcomeOf(server, ready)).toEqual(expected);
  });
});
