import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { callWithinLimits, WorkerClient } from "../src/platform/workers/client.ts";

const HOUR_MS = 3_600_000;
const LISTENING = 'require("node:worker_threads").parentPort.on("message", () => {';

function workerThat(does: "computes" | "waits") {
  const worker = new Worker(`${LISTENING} ${does === "computes" ? "for (;;);" : ""} });`, { eval: true });
  const client = new WorkerClient<{ work(input: null): void }>(worker);
  onTestFinished(() => client.terminate());
  return client;
}

test("a call that takes more processor time than its limit is ended", async () => {
  const limits = { cpuMs: 10, elapsedMs: HOUR_MS };
  await expect(
    callWithinLimits(workerThat("computes"), limits, (worker, options) => worker.call("work", null, options)),
  ).rejects.toMatchObject({ limit: "cpuMs" });
});

test("a call that gets no processor time is ended after its limit of elapsed time", async () => {
  const limits = { cpuMs: HOUR_MS, elapsedMs: 10 };
  await expect(
    callWithinLimits(workerThat("waits"), limits, (worker, options) => worker.call("work", null, options)),
  ).rejects.toMatchObject({ limit: "elapsedMs" });
});

test("a call ends with the reason of its signal", async () => {
  const limits = { cpuMs: HOUR_MS, elapsedMs: HOUR_MS };
  const signal = AbortSignal.abort(new Error("cancelled"));
  await expect(
    callWithinLimits(
      workerThat("waits"),
      limits,
      (worker, options) => worker.call("work", null, options),
      signal,
    ),
  ).rejects.toThrow("cancelled");
});
