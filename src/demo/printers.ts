import { type PrinterType, typeIdOf } from "../printing/languages/printer-types.ts";
import { addPrinter, changePrinter, findPrinter, type PrinterRecord } from "../printing/printers/printer.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { type PortHistory, readPorts, withPort, writePorts } from "./printer-ports.ts";
import { ADDRESS } from "./virtual-printer/listener.ts";
import { startLabelPage } from "./virtual-printer/page.ts";
import { startVirtualPrinter } from "./virtual-printer/printer.ts";

/** The printer records with a virtual printer each. */
const VIRTUAL_PRINTERS = [
  { tenantId: 1, oid: 1, name: "Dock printer", language: "zpl" },
  { tenantId: 1, oid: 2, name: "Office receipt printer", language: "escpos" },
  { tenantId: 2, oid: 5, name: "Shop printer", language: "zpl" },
] as const;

/** A small label at the speed of a common printer, 100 mm/s. */
const MS_PER_LABEL = 250;
const LABEL_HISTORY = 1000;

// Ports without a listener: tcpmux and its neighbour, which no program uses today.
const BROKEN_PORT = 1;
const OLD_PORT = 2;

const PAGE = "page";
const nameOf = ({ oid }: { readonly oid: number }) => `printer ${oid}`;

/** The virtual printers of a running demo. */
export interface VirtualPrinters {
  /** The address of the page with their labels. */
  readonly pageUrl: string;
  /** All ports of each printer on this folder, the newest last. */
  readonly ports: PortHistory;
}

/**
 * Starts the virtual printers and their page, at the ports of the last start where these are free. They run until the
 * process ends, for a label may be under way while the server stops.
 */
export async function startVirtualPrinters(folder: string): Promise<VirtualPrinters> {
  let ports = readPorts(folder, VIRTUAL_PRINTERS.map(nameOf));
  const started = [];
  for (const { oid, name, language } of VIRTUAL_PRINTERS) {
    const former = ports.get(nameOf({ oid }))?.at(-1);
    const options = { language, msPerLabel: MS_PER_LABEL, keepLast: LABEL_HISTORY };
    const printer = await startVirtualPrinter(former === undefined ? options : { ...options, port: former });
    ports = withPort(ports, nameOf({ oid }), printer.port);
    started.push({ oid, name, printer });
  }
  const page = await startLabelPage(started, ports.get(PAGE)?.at(-1));
  ports = withPort(ports, PAGE, page.port);
  // Written before the records are updated, so that the next start can complete an interrupted one.
  writePorts(folder, ports);
  return { pageUrl: page.url, ports };
}

/** Updates the printer records to the current ports of their virtual printers. Records with another address stay. */
export async function updatePrinterPorts(storage: Storage, { ports }: VirtualPrinters): Promise<void> {
  const outdated = printersWithFormerPort(storage.db, ports);
  if (outdated.length === 0) return;
  await storage.write(null, (tx) => {
    for (const { record, port } of outdated) changePrinter(tx, record, { port });
  });
}

/** Adds the printers of both tenants. */
export function addPrinters(tx: Tx, { ports }: VirtualPrinters): void {
  const add = (tenantId: number, name: string, type: PrinterType, port: number, isActive = true) =>
    addPrinter(tx, tenantId, { name, ipAddress: ADDRESS, port, printerTypeId: typeIdOf(type), isActive });
  const addVirtual = (each: (typeof VIRTUAL_PRINTERS)[number]) =>
    add(each.tenantId, each.name, each.language, ports.get(nameOf(each))?.at(-1) ?? BROKEN_PORT);
  const [dock, office, shop] = VIRTUAL_PRINTERS;
  // In the order of their ids.
  addVirtual(dock);
  addVirtual(office);
  add(1, "Broken printer", "zpl", BROKEN_PORT);
  add(1, "Old printer", "zpl", OLD_PORT, false);
  addVirtual(shop);
}

function printersWithFormerPort(db: Db, ports: PortHistory): { record: PrinterRecord; port: number }[] {
  return VIRTUAL_PRINTERS.flatMap((virtual) => {
    const record = findPrinter(db, virtual.tenantId, virtual.oid);
    const former = ports.get(nameOf(virtual)) ?? [];
    const port = former.at(-1);
    if (record === null || port === undefined || record.ipAddress !== ADDRESS) return [];
    return record.port !== port && former.includes(record.port) ? [{ record, port }] : [];
  });
}
