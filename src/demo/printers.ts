import { join } from "node:path";
import { addPrinter, changePrinter, findPrinter, type PrinterRecord } from "../printing/printer.ts";
import { readSmallFile, writeSmallFile } from "../storage/files.ts";
import type { Db, Tx } from "../storage/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { typeId } from "./labels.ts";
import { SINK_ADDRESS, startSink } from "./sink.ts";

/** Every port that the virtual printer has had on this folder, the newest last. */
const PORTS_FILE = "demo-printer-ports";

/** The printers that stand at the virtual printer. */
const VIRTUAL = [
  { tenantId: 1, oid: 1 },
  { tenantId: 1, oid: 2 },
  { tenantId: 2, oid: 5 },
] as const;

// Nobody listens there: tcpmux and its neighbour, which no program takes today.
const BROKEN_PORT = 1;
const OLD_PORT = 2;

/** Starts the virtual printer, where it stood at the last start unless another program is there now; gives its port. */
export async function openVirtualPrinter(folder: string): Promise<number> {
  const former = formerPorts(folder);
  const port = await startSink(former.at(-1) ?? 0);
  // Before the printers follow: so that a start which ends in between is made good by the next one.
  if (!former.includes(port)) writeSmallFile(join(folder, PORTS_FILE), `${[...former, port].join(" ")}\n`);
  return port;
}

/** Lets the printers follow the virtual printer to its port. Those that somebody sent elsewhere stay there. */
export function followVirtualPrinter(storage: Storage, port: number): void {
  const left = leftBehind(storage.db, formerPorts(storage.folder), port);
  if (left.length === 0) return;
  storage.write(null, (tx) => {
    for (const printer of left) changePrinter(tx, printer, { port });
  });
}

/** Adds the printers of both tenants. */
export function addPrinters(tx: Tx, port: number): void {
  const add = (tenantId: number, name: string, type: "zpl" | "escpos", at: number, isActive = true) =>
    addPrinter(tx, tenantId, {
      name,
      ipAddress: SINK_ADDRESS,
      port: at,
      printerTypeId: typeId(type),
      isActive,
    });
  add(1, "Dock printer", "zpl", port);
  add(1, "Office receipt printer", "escpos", port);
  add(1, "Broken printer", "zpl", BROKEN_PORT);
  add(1, "Old printer", "zpl", OLD_PORT, false);
  add(2, "Shop printer", "zpl", port);
}

function formerPorts(folder: string): number[] {
  const text = readSmallFile(join(folder, PORTS_FILE))?.trim();
  return text ? text.split(" ").map(Number) : [];
}

function leftBehind(db: Db, former: readonly number[], port: number): PrinterRecord[] {
  return VIRTUAL.map(({ tenantId, oid }) => findPrinter(db, tenantId, oid))
    .filter((printer) => printer !== null)
    .filter(({ ipAddress }) => ipAddress === SINK_ADDRESS)
    .filter((printer) => printer.port !== port && former.includes(printer.port));
}
