import { Conflict, NotFound } from "../../domain/errors.ts";
import { DEFAULT_RESOLUTION, type Resolution } from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { checkPrinterType } from "../languages/printer-types.ts";
import { cancelWaitingRequests, hasOpenRequests } from "../queue/request.ts";
import * as store from "./store.ts";

export interface PrinterFields {
  readonly name?: string | undefined;
  readonly ipAddress?: string | undefined;
  readonly port?: number | undefined;
  readonly printerTypeId?: number | undefined;
  readonly isActive?: boolean | undefined;
  readonly dpi?: Resolution | undefined;
  readonly printWidthMm?: number | null | undefined;
}
type NewPrinter = PrinterFields & {
  readonly name: string;
  readonly ipAddress: string;
  readonly printerTypeId: number;
};
/** A stored printer, as the rules read it. */
export type PrinterRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** The raw port of label and receipt printers (JetDirect). */
export const DEFAULT_PORT = 9100;

/** Finds a printer of the tenant by its id; null when there is none. */
export function findPrinter(db: Db, tenantId: number, oid: number): PrinterRecord | null {
  return store.record.first(db, { tenantId, oid });
}

/** Finds a printer of the tenant by its id. Throws NotFound. */
export function printerOf(db: Db, tenantId: number, oid: number): PrinterRecord {
  const found = findPrinter(db, tenantId, oid);
  if (found === null) throw new NotFound(msg("Printer not found."));
  return found;
}

/** Adds a printer. The address must be checked before. Returns its oid. Throws Invalid on the type, Conflict on the name. */
export function addPrinter(tx: Tx, tenantId: number, fields: NewPrinter): number {
  checkPrinterType(fields.printerTypeId);
  assertNameIsFree(tx, tenantId, fields.name, null);
  return store.insert.run(tx, {
    tenantId,
    name: fields.name,
    nameKey: nameKey(fields.name),
    ipAddress: fields.ipAddress,
    port: fields.port ?? DEFAULT_PORT,
    printerTypeId: fields.printerTypeId,
    isActive: fields.isActive === false ? 0 : 1,
    dpi: fields.dpi ?? DEFAULT_RESOLUTION,
    printWidthMm: fields.printWidthMm ?? null,
    deleted: 0,
    change: tx.change,
  }).oid;
}

/** Changes the given fields of a printer. Throws as `addPrinter`. */
export function changePrinter(tx: Tx, record: PrinterRecord, fields: PrinterFields): void {
  if (fields.printerTypeId !== undefined) checkPrinterType(fields.printerTypeId);
  const name = fields.name ?? record.name;
  assertNameIsFree(tx, record.tenantId, name, record.oid);
  store.update.run(tx, {
    ...record,
    name,
    nameKey: nameKey(name),
    ipAddress: fields.ipAddress ?? record.ipAddress,
    port: fields.port ?? record.port,
    printerTypeId: fields.printerTypeId ?? record.printerTypeId,
    isActive: fields.isActive === undefined ? record.isActive : fields.isActive ? 1 : 0,
    dpi: fields.dpi ?? record.dpi,
    printWidthMm: fields.printWidthMm === undefined ? record.printWidthMm : fields.printWidthMm,
    change: tx.change,
  });
}

/** Deletes a printer. Throws Conflict while labels wait for it. With `force` it cancels them instead. */
export function deletePrinter(tx: Tx, record: PrinterRecord, force: boolean): void {
  if (!force && hasOpenRequests(tx, record.oid)) {
    throw new Conflict(msg("Labels are waiting for this printer. Delete with force=true to cancel them."));
  }
  cancelWaitingRequests(tx, record.oid);
  store.update.run(tx, { ...record, deleted: 1, change: tx.change });
}

function assertNameIsFree(db: Db, tenantId: number, name: string, own: number | null): void {
  const existing = store.byName.first(db, { tenantId, nameKey: nameKey(name) });
  if (existing === null || existing.oid === own) return;
  throw new Conflict(msg("There is already a printer named {name}.", { name }), [
    { path: "name", text: msg("is taken by another printer") },
  ]);
}
