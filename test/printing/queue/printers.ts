import { expect, onTestFinished } from "vitest";
import {
  startVirtualPrinter,
  type VirtualPrinter,
  type VirtualPrinterOptions,
} from "../../../src/demo/virtual-printer/printer.ts";
import { PRINTER_TYPES, type PrinterType } from "../../../src/printing/languages/printer-types.ts";
import type { QueueLimits } from "../../../src/printing/queue/limits.ts";
import type { Client } from "../../harness/client.ts";
import type { TestClock } from "../../harness/clock.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

/** The longest time between two attempts. */
export const LONGEST_RETRY_MS = 150;

/** The contract's waits, shortened. They change only the times. */
export const SHORT: Partial<QueueLimits> = {
  connectMs: 1000,
  replyMs: 300,
  silenceMs: 600,
  pollMs: 30,
  pollStoppedMs: 60,
  socketPollMs: 20,
  closeMs: 300,
  noticeMs: 300,
  stallMs: 1500,
  retryDelaysMs: [40, 80, LONGEST_RETRY_MS],
  stopMs: 500,
};

export const Waiting = 1;
export const Printing = 2;
export const Done = 3;
export const Failed = 4;

/** A server with one virtual printer in its list, and the operations of a test on them. */
export interface Shop {
  readonly server: TestServer;
  readonly admin: Client;
  readonly user: Client;
  readonly printer: VirtualPrinter;
  readonly printerId: number;
  readonly formatId: number;
  /** Prints a label; returns the request's oid. */
  print(wanted?: {
    articleId?: number;
    copies?: number;
    formatId?: number;
    printerId?: number;
  }): Promise<number>;
  /** The request as the API shows it. */
  request(oid: number): Promise<Record<string, unknown>>;
  /** Waits until the request is as expected. */
  becomes(oid: number, expected: object): Promise<void>;
}

const BIG_TEMPLATES: Partial<Record<PrinterType, string>> = {
  escpos: `{{code}}\n${`${"x".repeat(1000)}\n`.repeat(12)}[cut]\n`,
  zpl: `^XA^FO10,10^FD{{code}}^FS${`^FX${"x".repeat(1000)}^FS`.repeat(500)}^XZ`,
  epl: `N\nA10,10,0,3,1,1,N,"{{code}}"\n${`; ${"x".repeat(1000)}\n`.repeat(500)}P1\n`,
};
/** For languages of which the demo has no label. */
const SMALL_TEMPLATES: Partial<Record<PrinterType, string>> = { star: "{{code}}\n[cut]\n" };
const FORMATS: Readonly<Record<string, number>> = { zpl: 1, escpos: 2, tspl: 3, epl: 4 };

export async function createShop(
  options: VirtualPrinterOptions & {
    limits?: Partial<QueueLimits>;
    isBig?: boolean;
    clock?: TestClock;
    sliceMs?: number;
  },
): Promise<Shop> {
  const printer = await startVirtualPrinter(options);
  onTestFinished(() => printer.close());
  const { clock, sliceMs } = options;
  const server = await startServer({
    printLimits: { ...SHORT, ...options.limits },
    ...(clock && { clock }),
    ...(sliceMs !== undefined && { sliceMs }),
  });
  const { admin, user } = server;
  const printerTypeId = PRINTER_TYPES.find(({ name }) => name === options.language)?.oid;
  const record = { name: "Test printer", ipAddress: printer.address, port: printer.port, printerTypeId };
  const printerId = (await admin.post("/api/printingprinters", record)).body.oid;
  const ownTemplate = options.isBig ? BIG_TEMPLATES : SMALL_TEMPLATES;
  const template = ownTemplate[options.language];
  const formatId = template
    ? (await admin.post("/api/printingformats", { name: "Own", template, printerTypeId })).body.oid
    : FORMATS[options.language];
  const request = async (oid: number) => (await user.get(`/api/printrequests/${oid}`)).body;
  return {
    server,
    admin,
    user,
    printer,
    printerId,
    formatId,
    async print({ articleId = 1, copies = 1, ...other } = {}) {
      const body = {
        articleId,
        copies,
        printerId: other.printerId ?? printerId,
        labelFormatId: other.formatId ?? formatId,
      };
      const response = await user.post("/api/pda/printing/print", body);
      expect(response.status).toBe(201);
      return response.body.oid;
    },
    request,
    async becomes(oid, expected) {
      await expect.poll(() => request(oid)).toMatchObject(expected);
    },
  };
}

/** Matches a number of at least `least`: a slow poll may see a higher one. */
export const atLeast = (least: number) => expect.toSatisfy((value: number) => value >= least);

/** The codes on the printed labels, in order. */
export const codesOn = (printer: VirtualPrinter) =>
  printer.labels.map(({ bytes }) => /[AH]\d{6}/.exec(bytes.toString("latin1"))?.[0] ?? "");
