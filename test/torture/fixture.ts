import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDemo } from "../harness/demo-process.ts";
import { callerOf, demand, logIn } from "./call.ts";
import { createPrinterStub, type PrinterStub } from "./printer-stub.ts";
import { startServerProcess } from "./server-process.ts";

/** A data folder and its records for the writers. */
export interface Stock {
  /** A folder of this run for all its files. */
  readonly scratch: string;
  /** Never started itself: runs work on copies (`freshFolder`). */
  readonly template: string;
  readonly token: string;
  /** Items of running inventories. */
  readonly items: readonly number[];
  readonly articles: number;
  /** The printer of the printer stub. */
  readonly livePrinter: number;
  /** A printer at an unused port. */
  readonly deadPrinter: number;
  readonly labelFormat: number;
}

/** The initial state of every part. */
export interface Fixture extends Stock {
  /** The printer that `livePrinter` is. */
  readonly printerStub: PrinterStub;
}

const ARTICLES = 500;
/** Of the demo: in progress already; waiting for their start or paused. */
const RUNNING = [3, 9];
const STARTABLE = [2, 4];
const EPL_TYPE = 5;
/** A label format of the demo. */
export const EPL_FORMAT = 4;
/** The name of the printer at an unused port. */
export const DEAD_PRINTER = "Torture dead";
const DEAD_PORT = 1;

/** Creates the demo's warehouse, starts its inventories and adds two printers: a printer stub and one at an unused port. */
export async function createFixture(): Promise<Fixture> {
  const printerStub = await createPrinterStub();
  const scratch = await mkdtemp(join(tmpdir(), "tallybox-torture-"));
  const template = join(scratch, "template");
  await mkdir(template);
  const demo = await startDemo(template);
  await demo.end("SIGTERM");
  const server = await startServerProcess(template);
  const token = await logIn(server.url);
  const call = callerOf(server.url, token);
  for (const id of STARTABLE) await demand(call, "PUT", `/api/inventories/${id}/start`);
  const items: number[] = [];
  for (const id of [...RUNNING, ...STARTABLE]) {
    const path = `/api/inventories/${id}?includeItems=true`;
    items.push(
      ...(await demand<{ items: { oid: number }[] }>(call, "GET", path)).items.map(({ oid }) => oid),
    );
  }
  const addPrinter = async (name: string, port: number) => {
    const body = { name, ipAddress: "127.0.0.1", port, printerTypeId: EPL_TYPE };
    return (await demand<{ oid: number }>(call, "POST", "/api/printingprinters", body)).oid;
  };
  const fixture = {
    scratch,
    template,
    token,
    items,
    articles: ARTICLES,
    printerStub,
    livePrinter: await addPrinter("Torture printer stub", printerStub.port),
    deadPrinter: await addPrinter(DEAD_PRINTER, DEAD_PORT),
    labelFormat: EPL_FORMAT,
  };
  const { status } = await server.end("SIGTERM");
  if (status !== 0) throw new Error(`the server stopped with status ${status}: ${server.output()}`);
  return fixture;
}

/** A copy of the fixture's folder, to work on. */
export async function freshFolder({ scratch, template }: Stock, name: string): Promise<string> {
  const folder = join(scratch, name);
  await rm(folder, { recursive: true, force: true });
  await cp(template, folder, { recursive: true });
  return folder;
}

/** Removes all files of the run. */
export async function removeFixture({ scratch }: Fixture): Promise<void> {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}
