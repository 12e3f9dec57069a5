import { expect, onTestFinished, test } from "vitest";
import { startVirtualPrinter, type VirtualPrinter } from "../../src/demo/virtual-printer/printer.ts";
import type { Client } from "../harness/client.ts";
import { startServerProcess } from "../harness/server-process.ts";
import { endOf, postJob } from "../jobs/waiting.ts";
import { codesOn, Done, Failed, Printing, Waiting } from "./queue/printers.ts";

const ARTICLES = 500;
/** So many labels are printed at each kill: the job is then at its beginning, in its middle, or has just ended. */
const KILLED_AT = [1, 10, 60];

interface ShownRequest {
  readonly oid: number;
  readonly articleId: number;
  readonly stateId: number;
  readonly isInterrupted: boolean;
}

test("killed while its labels print, a job adds each label once, and none is printed twice", async () => {
  const printer = await startVirtualPrinter({ language: "epl" });
  onTestFinished(() => printer.close());
  const server = await startServerProcess();
  const admin = await server.as("admin");
  const address = { ipAddress: printer.address, port: printer.port };
  const record = await admin.post("/api/printingprinters", { name: "Crash", ...address, printerTypeId: 5 });
  const printerId: number = record.body.oid;
  const labels = { filter: {}, printerId, labelFormatId: 4 };
  const path = await postJob(admin, "/api/articles/bulk-labels", labels, "all");
  for (const count of KILLED_AT) {
    await printer.waitUntil(({ labelsOut }) => labelsOut >= count);
    await server.kill();
    await server.start();
  }
  expect(await postJob(admin, "/api/articles/bulk-labels", labels, "all")).toBe(path);
  expect(await endOf(admin, path)).toMatchObject({ state: "done", result: { added: ARTICLES, refused: 0 } });
  // A label that a printer did not take waits again, so all are looked at together.
  const open = async () =>
    (await allRequests(admin, printerId)).filter(({ stateId }) => [Waiting, Printing].includes(stateId));
  await expect.poll(open).toEqual([]);
  const requests = await allRequests(admin, printerId);
  expect(requests.map(({ articleId }) => articleId).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: ARTICLES }, (_, index) => index + 1),
  );
  for (const request of requests) expectPrintedOnce(printer, request);
});

async function allRequests(client: Client, printerId: number): Promise<ShownRequest[]> {
  const found: ShownRequest[] = [];
  for (;;) {
    const last = found.at(-1);
    const before = last === undefined ? "" : `&before=${last.oid}`;
    const page = await client.get(`/api/printrequests?printerId=${printerId}${before}`);
    if (page.body.length === 0) return found;
    found.push(...page.body);
  }
}

/** A label is printed once, or marked as uncertain. */
function expectPrintedOnce(
  printer: VirtualPrinter,
  { articleId, stateId, isInterrupted }: ShownRequest,
): void {
  const code = `A${String(articleId).padStart(6, "0")}`;
  const times = codesOn(printer).filter((each) => each === code).length;
  if (stateId !== Done)
    expect({ stateId, isInterrupted }, code).toEqual({ stateId: Failed, isInterrupted: true });
  if (stateId === Done || times > 0) expect(times, code).toBe(1);
}
