import { expect, test } from "vitest";
import { inventoryOf } from "../../src/inventories/inventory.ts";
import { reportPdf } from "../../src/inventories/report/pdf/report-pdf.ts";
import { readReport } from "../../src/inventories/report/report.ts";
import { startServer } from "../harness/server.ts";

const ROWS = 20_000;

test("a PDF report is made as it is read, so that it takes no memory", async () => {
  const { storage } = (await startServer()).appliance.dependencies;
  const now = "2026-01-01T00:00:00.000Z";
  const report = readReport(storage.db, inventoryOf(storage.db, 1, 6), [], now);
  const missing = [...report.items(["missing"])];
  expect(missing).toHaveLength(1);
  let read = 0;
  function* items() {
    for (; read < ROWS; read++) yield* missing;
  }
  const pieces = reportPdf({ ...report, items }, "en", "UTC");
  await pieces.next();
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(ROWS / 4);
  await pieces.return();
});
