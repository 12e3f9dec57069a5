import { expect, test } from "vitest";
import { getInventory } from "../../src/inventories/inventory.ts";
import { reportPdf } from "../../src/inventories/report/pdf/report-pdf.ts";
import { readReport } from "../../src/inventories/report/report.ts";
import { pdfPages } from "../harness/pdf.ts";
import { startServer } from "../harness/server.ts";

const KIB = 1024;

/** A report whose one missing item is repeated, and the number of items read so far. */
async function longReport(rows: number) {
  const { storage } = (await startServer()).appliance.dependencies;
  const now = "2026-01-01T00:00:00.000Z";
  const report = readReport(storage.db, getInventory(storage.db, 1, 6), [], now, "UTC");
  const missing = [...report.items(["missing"])];
  expect(missing).toHaveLength(1);
  let read = 0;
  function* items() {
    for (; read < rows; read++) for (const one of missing) yield { ...one, lineNumber: read + 1 };
  }
  const itemLocations = () => [1];
  return { report: { ...report, items, itemLocations, itemsAt: items }, itemsRead: () => read };
}

test.each([
  ["inventory list", "all"],
  ["list of differences", "differences"],
] as const)("a PDF %s is made as it is read, so that it takes no memory", async (_, content) => {
  const { report, itemsRead } = await longReport(20_000);
  const pieces = reportPdf(report, "en", content);
  await pieces.next();
  expect(itemsRead()).toBeGreaterThan(0);
  expect(itemsRead()).toBeLessThan(5_000);
  await pieces.return();
});

test("a long PDF names the location on each page, and numbers its lines in one piece", async () => {
  const { report } = await longReport(1_200);
  const pieces = await Array.fromAsync(reportPdf(report, "cs", "all"));
  const pages = await pdfPages(Buffer.concat(pieces));
  const lists = pages.filter((page) => page.includes("Č. Kód"));
  expect(lists.length).toBeGreaterThan(10);
  const path = report.names.location(1);
  expect(lists.filter((page) => !page.includes(path))).toEqual([]);
  for (const line of [999, 1000, 1200]) expect(pages.join(" ")).toMatch(new RegExp(`\\s${line} A\\d`));
});

test("each piece of a PDF report but the last is at least 64 KiB, since each one is a message between threads", async () => {
  const { report } = await longReport(2_000);
  const sizes: number[] = [];
  for await (const { length } of reportPdf(report, "en", "all")) sizes.push(length);
  expect(sizes.length).toBeGreaterThan(2);
  for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(64 * KIB);
});
