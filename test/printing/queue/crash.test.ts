import { cp } from "node:fs/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { startVirtualPrinter, type VirtualPrinter } from "../../../src/demo/virtual-printer/printer.ts";
import { createFolder } from "../../harness/folder.ts";
import { TIMES, times } from "../../harness/times.ts";
import { type ServerProcess, startServerProcess } from "../../service/process.ts";
import { callerOf, demand, logIn } from "../../torture/call.ts";
import { codesOn, Done, Failed } from "./printers.ts";

/** The bytes that the printer had received when the server was started. */
interface Before {
  readonly connections: number;
  readonly labels: number;
}
/** How far a label is that the printer has got since then: one kill falls at each in turn. */
const POINTS: readonly ((printer: VirtualPrinter, before: Before) => boolean)[] = [
  ({ connections }, before) => connections.length > before.connections,
  ({ labelsWaiting }) => labelsWaiting > 0,
  ({ labelsOut }, { labels }) => labelsOut > labels,
  ({ connections }, before) => connections.slice(before.connections).some(hasEnded),
];
const hasEnded = ({ ending }: VirtualPrinter["connections"][number]) => ending !== "open";
const KILLS = TIMES === 1 ? POINTS.length : times(3 * POINTS.length);
/**
 * The labels between two kills: so many that some still wait at the last one. A printer that reports the end of a label
 * (ZPL) has time for three at most. Of a fast one (EPL) the next labels are claimed while one is printed.
 */
const LABELS_PER_KILL = { zpl: 3, epl: 12 } as const;

async function kill(server: ServerProcess): Promise<void> {
  server.process.kill("SIGKILL");
  await server.ended;
}

test.each([
  { language: "zpl", printerTypeId: 3, labelFormatId: 1 },
  { language: "epl", printerTypeId: 5, labelFormatId: 4 },
] as const)(
  `killed ${KILLS} times in the middle of a $language label, no label is lost, none is printed twice, and every uncertain one is marked`,
  async ({ language, printerTypeId, labelFormatId }) => {
    const jobs = KILLS * LABELS_PER_KILL[language];
    const printer = await startVirtualPrinter({ language, msPerLabel: 2 });
    onTestFinished(() => printer.close());
    const folder = createFolder();
    await cp(inject("demoFolder"), folder, { recursive: true });
    let server = await startServerProcess(folder, {});
    const token = await logIn(server.url);
    // biome-ignore lint/suspicious/noExplicitAny: what a test reads of a response
    const call = (method: string, path: string, body?: object): Promise<any> =>
      demand(callerOf(server.url, token), method, path, body);
    const { oid: printerId } = await call("POST", "/api/printingprinters", {
      name: "Crash",
      ipAddress: "127.0.0.1",
      port: printer.port,
      printerTypeId,
    });
    const oids: number[] = [];
    printer.turnOff();
    for (let articleId = 1; articleId <= jobs; articleId++) {
      oids.push((await call("POST", "/api/pda/printing/print", { articleId, printerId, labelFormatId })).oid);
    }
    for (let round = 0; round < KILLS; round++) {
      const before = { connections: printer.connections.length, labels: printer.labelsOut };
      const isThere = POINTS[round % POINTS.length] ?? expect.fail;
      if (round === 0) await printer.turnOn();
      else server = await startServerProcess(folder, {});
      await printer.waitUntil(() => isThere(printer, before));
      await kill(server);
    }
    server = await startServerProcess(folder, {});
    const states = async () => {
      const list: { oid: number; articleId: number; stateId: number; isInterrupted: boolean }[] = await call(
        "GET",
        `/api/printrequests?printerId=${printerId}`,
      );
      return list;
    };
    await expect.poll(async () => (await states()).filter(({ stateId }) => stateId <= 2).length).toBe(0);
    const printed = codesOn(printer);
    for (const { articleId, stateId, isInterrupted } of await states()) {
      const times = printed.filter((code) => code === `A${String(articleId).padStart(6, "0")}`).length;
      expect([Done, Failed]).toContain(stateId);
      if (stateId === Done) expect(times, `label ${articleId}`).toBe(1);
      else {
        expect(isInterrupted, `label ${articleId}`).toBe(true);
        expect(times, `label ${articleId}`).toBeLessThanOrEqual(1);
      }
    }
    expect((await states()).length).toBe(jobs);
  },
);
