import { sql } from "kysely";
import type { Resolution } from "../../domain/label-layout.ts";
import { bool, jsonObject } from "../../storage/database/json.ts";
import type { Flag } from "../../storage/database/schema/columns.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import type { Printer } from "../shapes.ts";

const printersOf = (tenantId: number) =>
  sqlite.selectFrom("printer as p").where("p.tenantId", "=", tenantId).where("p.deleted", "=", 0);

function printerJson() {
  const ref = sql.ref;
  return jsonObject<Printer>({
    oid: ref("p.oid"),
    name: ref("p.name"),
    ipAddress: ref("p.ipAddress"),
    port: ref("p.port"),
    printerTypeId: ref("p.printerTypeId"),
    isActive: bool(ref("p.isActive")),
    dpi: ref("p.dpi"),
    printWidthMm: ref("p.printWidthMm"),
  }).as("json");
}

export const all = statement((p: { tenantId: number }) =>
  printersOf(p.tenantId).orderBy("p.nameKey").orderBy("p.oid").select(printerJson()),
);
export const detail = statement((p: { tenantId: number; oid: number }) =>
  printersOf(p.tenantId).where("p.oid", "=", p.oid).select(["p.change", printerJson()]),
);
export const record = statement((p: { tenantId: number; oid: number }) =>
  printersOf(p.tenantId).where("p.oid", "=", p.oid).selectAll("p"),
);
export const byName = statement((p: { tenantId: number; nameKey: string }) =>
  printersOf(p.tenantId).where("p.nameKey", "=", p.nameKey).select("p.oid"),
);

interface PrinterColumns {
  readonly tenantId: number;
  readonly name: string;
  readonly nameKey: string;
  readonly ipAddress: string;
  readonly port: number;
  readonly printerTypeId: number;
  readonly isActive: Flag;
  readonly dpi: Resolution;
  readonly printWidthMm: number | null;
  readonly deleted: Flag;
  readonly change: number;
}
const columnsOf = (p: PrinterColumns): PrinterColumns => ({
  tenantId: p.tenantId,
  name: p.name,
  nameKey: p.nameKey,
  ipAddress: p.ipAddress,
  port: p.port,
  printerTypeId: p.printerTypeId,
  isActive: p.isActive,
  dpi: p.dpi,
  printWidthMm: p.printWidthMm,
  deleted: p.deleted,
  change: p.change,
});
export const insert = statement((p: PrinterColumns) => sqlite.insertInto("printer").values(columnsOf(p)));
export const update = statement((p: PrinterColumns & { oid: number }) =>
  sqlite.updateTable("printer").set(columnsOf(p)).where("oid", "=", p.oid).where("tenantId", "=", p.tenantId),
);
