import { expect, onTestFinished, test } from "vitest";
import { DatabaseWorker } from "../../src/platform/workers/database-worker.ts";

const REPORTS = new URL("../../src/inventories/report/download/report-worker.ts", import.meta.url);

test("the heap of a database thread has limits, so that V8 collects its garbage early", () => {
  const worker = new DatabaseWorker(REPORTS);
  onTestFinished(async () => void (await worker.terminate()));
  expect(worker.resourceLimits).toMatchObject({ maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 });
});

test("a thread may have a limit of its own", () => {
  const worker = new DatabaseWorker(REPORTS, { resourceLimits: { maxOldGenerationSizeMb: 64 } });
  onTestFinished(async () => void (await worker.terminate()));
  expect(worker.resourceLimits).toMatchObject({ maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 });
});
