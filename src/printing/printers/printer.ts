import { Conflict, orNotFound } from "../../domain/errors.ts";
import { DEFAULT_RESOLUTION } from "../../domain/label-layout.ts";
import { msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import { PRINTER } from "../../records/printing.ts";
import { changedColumns, type GivenFields, newColumns } from "../../storage/database/schema.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { assertPrinterType } from "../languages/printer-types.ts";
import { cancelWaitingRequests, hasOpenCommands, hasOpenRequests } from "../queue/request.ts";
import * as store from "./store.ts";

export type PrinterFields = GivenFields<typeof PRINTER>;
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
export function getPrinter(db: Db, tenantId: number, oid: number): PrinterRecord {
  return orNotFound(findPrinter(db, tenantId, oid), msg("Printer not found."));
}

/** Adds a printer. The address must be checked before. Returns its oid. Throws Invalid on the type, Conflict on the name. */
export function addPrinter(tx: Tx, tenantId: number, fields: NewPrinter): number {
  assertPrinterType(fields.printerTypeId);
  assertNameIsFree(tx, tenantId, fields.name, null);
  const { port = DEFAULT_PORT, isActive = true, dpi = DEFAULT_RESOLUTION } = fields;
  return store.insert.run(tx, {
    ...newColumns(PRINTER, { ...fields, port, isActive, dpi }),
    tenantId,
    nameKey: nameKey(fields.name),
    deleted: 0,
    change: tx.change,
  }).oid;
}

/** Changes the given fields of a printer. Throws as `addPrinter`, and Conflict on the type while labels wait in its language. */
export function changePrinter(tx: Tx, record: PrinterRecord, fields: PrinterFields): void {
  if (fields.printerTypeId !== undefined) assertPrinterType(fields.printerTypeId);
  const columns = { ...record, ...changedColumns(PRINTER, fields) };
  assertNameIsFree(tx, record.tenantId, columns.name, record.oid);
  if (columns.printerTypeId !== record.printerTypeId && hasOpenCommands(tx, record.oid))
    throw new Conflict(
      msg("Labels are waiting in the language of this printer. Cancel them, or let it print them, first."),
    );
  store.update.run(tx, { ...columns, nameKey: nameKey(columns.name), change: tx.change });
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
