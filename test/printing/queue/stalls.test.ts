import { expect, onTestFinished, test } from "vitest";
import { startVirtualPrinter } from "../../../src/demo/virtual-printer/printer.ts";
import type { Message } from "../../../src/domain/message.ts";
import { createStatusQuery } from "../../../src/printing/languages/registry.ts";
import { queueLimits } from "../../../src/printing/queue/limits.ts";
import * as reasons from "../../../src/printing/transport/reasons.ts";
import { sendJob } from "../../../src/printing/transport/send-job.ts";
import { SHORT } from "./printers.ts";

test("a printer that is asked often is reported as stopped once, and once as going on", async () => {
  const printer = await startVirtualPrinter({ language: "zpl" });
  onTestFinished(() => printer.close());
  printer.setFaults({ alwaysPrinting: true });
  const named = { name: "Test printer", ipAddress: printer.address, port: printer.port };
  const stalls: (Message | null)[] = [];
  let reports = 0;
  const outcome = await sendJob({
    printer: named,
    address: printer.address,
    ending: Buffer.alloc(0),
    data: Buffer.from("^XA^FDx^FS^XZ"),
    repeats: 1,
    query: createStatusQuery("zpl"),
    limits: { ...queueLimits(480, 15), ...SHORT, stallMs: 60_000 },
    signal: new AbortController().signal,
    abortReason: () => reasons.serverStopped,
    events: {
      onNoReply: () => {},
      beforeFirstByte: async () => null,
      onStall: (reason) => stalls.push(reason),
      onCondition() {
        reports++;
        if (reports === 4) expect(stalls).toEqual([]);
        if (reports === 4) printer.setFaults({ paused: true });
        if (reports === 7) printer.setFaults({ paused: false });
        if (reports === 10) printer.clearFaults();
      },
    },
  });
  expect(outcome).toEqual({ kind: "done", isConfirmed: true });
  expect(stalls).toEqual([reasons.notReady(named, "paused"), null]);
});
